import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';
import { launchWith } from './test-kit/browser.ts';

/**
 * What `npm run bench` measures in a browser: one thing at a time, or they would measure each other; as visitors see it. A page that
 * requests the microphone gets it at once.
 */
export default defineConfig({
  // Handed to `defineConfig` beside these, the tests' own projects would stay, and everything be measured twice.
  ...tests,
  testDir: './figures',
  fullyParallel: false,
  workers: 1,
  timeout: 420_000,
  projects: [
    {
      name: 'figures',
      use: { contextOptions: { reducedMotion: 'no-preference' }, launchOptions: launchWith('--use-fake-ui-for-media-stream') },
    },
  ],
});
