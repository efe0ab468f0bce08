import { defineConfig } from '@playwright/test';
import { launchWith } from './fault-kit/browser.ts';

const long = /flows\/voice\/.*\.spec\.ts$/;

export default defineConfig({
  testDir: './flows',
  outputDir: './test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  // The longest first, so that the other worker has something to do meanwhile.
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: long },
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off',
    launchOptions: launchWith(),
  },
});
