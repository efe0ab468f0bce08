import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchLightWith, launchWith } from './test-kit/browser.ts';

/** How long anything is awaited: longer than any machine takes, so that only what never comes fails. */
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
  // The tests of a project share a browser for each worker, and those of one kind of site a site.
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
    // Nothing fades or moves unless a test needs it: animation redraws sixty times a second, which costs processor time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchLightWith(),
  },
});
