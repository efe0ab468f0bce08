import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';
import { launchWith } from './test-kit/browser.ts';

/** `npm run bench` runs one test at a time, so that no test slows another down, with animation. A page gets the microphone at once. */
export default defineConfig({
  // As a second argument of `defineConfig`, the projects would merge, and each test would run twice.
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
