import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run e2e -- --walks`: whole ways through the built site, each page of them looked at as a harsh visitor would. */
const config: PlaywrightTestConfig = { ...tests, testDir: './walks', workers: 1, projects: [{ name: 'walks' }] };

export default config;
