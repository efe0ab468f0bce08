import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run gallery`: photographs of every view; no site is started for them. */
const { globalSetup: _, reporter: __, ...rest } = tests;
const config: PlaywrightTestConfig = {
  ...rest,
  testDir: './gallery',
  outputDir: './test-results/gallery',
  timeout: 1_200_000,
  reporter: 'line',
  projects: [{ name: 'gallery' }],
};

export default config;
