import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchWith } from './test-kit/browser.ts';

/** How long anything is awaited: longer than any machine takes, so that only what never comes fails. */
const waitLimitMs = 60_000;
const cores = availableParallelism();
const [voice, chat] = [/flows\/voice\/.*\.spec\.ts$/, /flows\/chat\/.*\.spec\.ts$/];

export default defineConfig({
  testDir: './flows',
  outputDir: './test-results',
  globalSetup: './test-kit/prepare-run.ts',
  fullyParallel: true,
  // One more than there are processors: conversations mostly wait for time to pass.
  workers: cores + 1,
  retries: 0,
  timeout: 5 * waitLimitMs,
  expect: { timeout: waitLimitMs },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  // The tests of a project share a site and a browser for each worker. Conversations come first, and never have all workers.
  projects: [
    { name: 'voice', testMatch: voice, workers: cores },
    // No sound without a tap, as on a phone.
    { name: 'chat', testMatch: chat, use: { launchOptions: launchWith('--autoplay-policy=user-gesture-required') } },
    { name: 'page', testIgnore: [voice, chat] },
  ],
  use: {
    actionTimeout: waitLimitMs,
    navigationTimeout: waitLimitMs,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off',
    launchOptions: launchWith(),
  },
});
