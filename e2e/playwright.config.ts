import { defineConfig } from '@playwright/test';
import { launchWith } from './test-kit/browser.ts';

const voice = /flows\/voice\/.*\.spec\.ts$/;
const soak = /flows\/voice\/soak\.spec\.ts$/;
const chat = /flows\/chat\/.*\.spec\.ts$/;

export default defineConfig({
  testDir: './flows',
  outputDir: './test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  // Talking mostly waits for time to pass, and comes first; pages take all of a processor to be drawn.
  projects: [
    { name: 'soak', testMatch: soak },
    { name: 'voice', testMatch: voice, testIgnore: soak, workers: 2 },
    { name: 'chat', testMatch: chat, workers: 1 },
    { name: 'page', testIgnore: [voice, chat], workers: 2 },
  ],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off',
    launchOptions: launchWith(),
  },
});
