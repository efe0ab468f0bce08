import { defineConfig } from '@playwright/test';
import { countWorkers } from '../infra/tooling/count-workers.mjs';
import { launchLightWith, launchWith } from './test-kit/browser.ts';

/** How long anything is awaited: longer than any machine takes, so that only what never comes fails. */
const waitLimitMs = 60_000;
/** For tests of what moves. */
const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const;
const [voice, dictation, chat] = [/flows\/voice\/.*\.spec\.ts$/, /flows\/dictation\/.*\.spec\.ts$/, /flows\/chat\/.*\.spec\.ts$/];

export default defineConfig({
  testDir: './flows',
  outputDir: './test-results',
  globalSetup: './test-kit/prepare-run.ts',
  fullyParallel: true,
  workers: countWorkers(),
  retries: 0,
  timeout: 5 * waitLimitMs,
  expect: { timeout: waitLimitMs },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  // The tests of a project share a site and a browser for each worker.
  projects: [
    { name: 'voice', testMatch: voice },
    { name: 'dictation', testMatch: dictation, use: moving },
    // Answers are typed out, and there is no sound without a tap, as on a phone.
    { name: 'chat', testMatch: chat, use: { ...moving, launchOptions: launchLightWith('--autoplay-policy=user-gesture-required') } },
    { name: 'page', testIgnore: [voice, dictation, chat], use: { launchOptions: launchLightWith() } },
  ],
  use: {
    actionTimeout: waitLimitMs,
    navigationTimeout: waitLimitMs,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off',
    // Nothing fades or moves unless a test wants it: what moves is drawn sixty times a second, which costs a processor.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchWith(),
  },
});
