// The programs that tests need besides Node: browsers (Playwright's own, the system's, else one is installed), and Valkey.
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

/** @param {string[]} wanted */
const onPath = (wanted) =>
  (process.env['PATH'] ?? '').split(path.delimiter).flatMap((folder) => wanted.map((name) => path.join(folder, name)));

/** The browser's path: CHROME_PATH, else Playwright's own, else the system's; undefined when there is none. */
export function findBrowser() {
  const named = process.env['CHROME_PATH'];
  if (named) return named;
  const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test');
  if (existsSync(chromium.executablePath())) return String(chromium.executablePath());
  return [...onPath(names), ...wellKnown].find(isExecutable);
}

/** The system's browser without windows, for which most tests take half the time; none for who named a browser. */
function findHeadlessShell() {
  return process.env['CHROME_PATH'] ? undefined : onPath(['chromium-headless-shell', 'chrome-headless-shell']).find(isExecutable);
}

/** Which browsers the tests drive, as they read it from their environment. */
export function browserEnvironment() {
  const headlessShell = findHeadlessShell();
  const firefox = findFirefox();
  return {
    CHROME_PATH: findBrowser(),
    ...(firefox && { FIREFOX_PATH: firefox }),
    ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }),
  };
}

/** @param {string[]} packages */
function installFromDebian(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  const command = `apt-get update -qq && apt-get install -y -qq ${packages.join(' ')}`;
  // At run level 1 no package starts its service.
  spawnSync('sh', ['-c', command], { stdio: 'inherit', timeout: 600_000, env: { ...process.env, RUNLEVEL: '1' } });
}

const programs = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
const findFirefox = () => process.env['FIREFOX_PATH'] ?? onPath(['firefox-esr', 'firefox']).find(isExecutable);
const missingPackages = () => [
  ...(findFirefox() ? [] : ['firefox-esr']),
  ...Object.entries(programs).flatMap(([program, name]) => (onPath([program]).some(isExecutable) ? [] : [name])),
];

/** Finds or installs Firefox and WebKitGTK; a sentence that says what is missing when neither works. */
export function ensureOtherBrowsers() {
  if (missingPackages().length > 0) installFromDebian(missingPackages());
  const missing = missingPackages();
  return missing.length > 0 ? `These browser tests need Debian’s packages ${missing.join(', ')}: install them.` : undefined;
}

/** Finds or installs the server that several gateways share; a sentence that says what is missing when neither works. */
export function ensureValkey() {
  const names = ['valkey-server', 'redis-server'];
  const find = () => onPath(names).some(isExecutable);
  if (!find()) installFromDebian(['redis-server']);
  return find() ? undefined : 'The tests of several gateways need valkey-server or redis-server: install one.';
}

/** Finds or installs Prometheus' tool for rules; a sentence that says what is missing when neither works. */
export function ensurePromtool() {
  const find = () => onPath(['promtool']).some(isExecutable);
  if (!find()) installFromDebian(['prometheus']);
  return find() ? undefined : 'Alerts are tried with promtool of Prometheus: install it.';
}

const clusterPrograms = ['nginx', 'haproxy', 'caddy', 'openssl'];

/** Finds or installs what several gateways stand behind and share; a sentence that says what is missing when neither works. */
export function ensureCluster() {
  const findMissing = () => clusterPrograms.filter((name) => ![...onPath([name]), `/usr/sbin/${name}`].some(isExecutable));
  if (findMissing().length > 0) installFromDebian(findMissing());
  const missing = findMissing();
  if (missing.length > 0) return `The tests of a cluster need Debian’s packages ${missing.join(', ')}: install them.`;
  return ensureValkey();
}

const walkPrograms = {
  nginx: 'nginx',
  caddy: 'caddy',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  curl: 'curl',
  useradd: 'passwd',
};

/** Finds or installs what the commands of docs/production.md are tried with; a sentence that says what is missing when neither works. */
export function ensureWalk() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'The commands of docs/production.md are tried as root on Debian.';
  const isThere = (/** @type {string} */ name) => [...onPath([name]), `/usr/sbin/${name}`].some(isExecutable);
  const findMissing = () => [
    ...Object.entries(walkPrograms).flatMap(([name, debian]) => (isThere(name) ? [] : [debian])),
    ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
  ];
  if (findMissing().length > 0) installFromDebian(findMissing());
  const missing = findMissing();
  return missing.length > 0
    ? `The commands of docs/production.md are tried with Debian’s packages ${missing.join(', ')}: install them.`
    : undefined;
}

/** Finds or installs a browser; a sentence that says what to do when neither works. */
export function ensureBrowser() {
  if (!findBrowser()) {
    console.log('No Chromium found; getting one …');
    const playwright = path.join(root, 'e2e/node_modules/.bin/playwright');
    spawnSync(playwright, ['install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
    if (!findBrowser()) installFromDebian(['chromium', 'chromium-headless-shell']);
  } else if (process.env['CI'] && findBrowser() === '/usr/bin/chromium' && !findHeadlessShell()) {
    installFromDebian(['chromium-headless-shell']);
  }
  return findBrowser() ? undefined : 'The browser tests need Chrome or Chromium: install one, or set CHROME_PATH to it.';
}
