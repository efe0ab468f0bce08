import { availableParallelism } from 'node:os';
import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run gallery`: photographs of every view, or a list of its barriers. No site runs. */
const { globalSetup: _setup, reporter: _reporter, ...rest } = tests;
const { GALLERY_EARLIER: earlier = '' } = process.env;
const barriers = process.env['GALLERY_BARRIERS'] === '1';
const config: PlaywrightTestConfig = {
  ...rest,
  testDir: './gallery',
  outputDir: './test-results/gallery',
  // The quick look is a part of `npm test`, which has other work for the other processors.
  workers: barriers && process.env['GALLERY_QUICK'] ? 1 : availableParallelism(),
  timeout: 1_200_000,
  snapshotPathTemplate: `${earlier}/{arg}{ext}`,
  updateSnapshots: 'none',
  reporter: barriers ? 'line' : [['line'], ['html', { outputFolder: process.env['GALLERY_REPORT'], open: 'never' }]],
  projects: [{ name: 'gallery', testMatch: barriers ? 'barriers.spec.ts' : 'views.spec.ts' }],
};

export default config;
