// The tests need a Chromium: Playwright's own, the system's, else one is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './workspace.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const wellKnown = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser's path: CHROME_PATH, else Playwright's own, else the system's; undefined when there is none. */
export function findBrowser() {
  const named = process.env['CHROME_PATH'];
  if (named) return named;
  const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test');
  if (existsSync(chromium.executablePath())) return String(chromium.executablePath());
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...wellKnown].find(isExecutable);
}

/** Finds or installs a browser; a sentence that says what to do when neither works. */
export function ensureBrowser() {
  if (findBrowser()) return undefined;
  console.log('No Chromium found; getting one …');
  const playwright = path.join(root, 'e2e/node_modules/.bin/playwright');
  spawnSync(playwright, ['install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  if (findBrowser()) return undefined;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium'], { stdio: 'inherit', timeout: 600_000 });
  }
  return findBrowser() ? undefined : 'The browser tests need Chrome or Chromium: install one, or set CHROME_PATH to it.';
}
