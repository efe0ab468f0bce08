import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run e2e -- --walks`: complete visits that check every page for faults. */
const config: PlaywrightTestConfig = { ...tests, testDir: './walks', workers: 1, projects: [{ name: 'walks' }] };

export default config;
