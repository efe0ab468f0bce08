import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run e2e -- --browsers`: Firefox and WebKitGTK, which Playwright does not drive. */
const config: PlaywrightTestConfig = { ...tests, testDir: './browsers', workers: 1, projects: [{ name: 'browsers' }] };

export default config;
