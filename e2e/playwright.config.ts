import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchLightWith, launchWith } from './test-kit/browser.ts';

/** Limit of each wait: longer than any machine needs, so that only a missing event fails. */
const waitLimitMs = 60_000;
/** Projects that need a permission, or a tap before sound plays, as on a phone. */
const inWindow = /flows\/(permission\/|chat\/reading)/;

export default defineConfig({
  testDir: './flows',
  outputDir: './test-results',
  globalSetup: './test-kit/prepare-run.ts',
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  timeout: 5 * waitLimitMs,
  expect: { timeout: waitLimitMs },
  reporter: process.send ? './test-kit/report-results.ts' : 'list',
  // Tests of a project share a browser in each worker, and tests with the same kind of site share a site.
  projects: [
    { name: 'light', testIgnore: inWindow },
    { name: 'window', testMatch: inWindow, use: { launchOptions: launchWith('--autoplay-policy=user-gesture-required') } },
  ],
  use: {
    actionTimeout: waitLimitMs,
    navigationTimeout: waitLimitMs,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off',
    // Animation redraws 60 times a second. Tests that need animation switch it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchLightWith(),
  },
});
