import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchLightWith, launchWith } from './test-kit/browser.ts';

/** How long anything is awaited: longer than any machine takes, so that only what never comes fails. */
const waitLimitMs = 60_000;
/** For tests of what moves. */
const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const;
const [permission, voice, dictation, chat] = [/flows\/permission\//, /flows\/voice\//, /flows\/dictation\//, /flows\/chat\//];

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
  // The tests of a project share a site and a browser for each worker.
  projects: [
    { name: 'permission', testMatch: permission, use: { launchOptions: launchWith() } },
    { name: 'voice', testMatch: voice },
    { name: 'dictation', testMatch: dictation, use: moving },
    // Answers are typed out, and there is no sound without a tap, as on a phone.
    { name: 'chat', testMatch: chat, use: { ...moving, launchOptions: launchLightWith('--autoplay-policy=user-gesture-required') } },
    { name: 'page', testIgnore: [permission, voice, dictation, chat] },
  ],
  use: {
    actionTimeout: waitLimitMs,
    navigationTimeout: waitLimitMs,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    trace: 'off',
    // Nothing fades or moves unless a test wants it: what moves is drawn sixty times a second, which costs a processor.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchLightWith(),
  },
});
