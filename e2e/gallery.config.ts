import { availableParallelism } from 'node:os';
import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run gallery`: photographs of every view, or a list of its barriers. No site runs. */
const { globalSetup: _setup, reporter: _reporter, ...rest } = tests;
const { GALLERY_EARLIER: earlier = '' } = process.env;
const views = process.env['GALLERY_BARRIERS'] === '1' ? 'barriers.spec.ts' : 'views.spec.ts';
const config: PlaywrightTestConfig = {
  ...rest,
  testDir: './gallery',
  outputDir: './test-results/gallery',
  // The quick look is a part of `npm test`, which has other work for the other processors.
  workers: process.env['GALLERY_BARRIERS'] && process.env['GALLERY_QUICK'] ? 1 : availableParallelism(),
  timeout: 1_200_000,
  snapshotPathTemplate: `${earlier}/{arg}{ext}`,
  updateSnapshots: 'none',
  reporter: earlier ? [['line'], ['html', { outputFolder: process.env['GALLERY_DIFFERENCES'], open: 'never' }]] : 'line',
  projects: [{ name: 'gallery', testMatch: views }],
};

export default config;
