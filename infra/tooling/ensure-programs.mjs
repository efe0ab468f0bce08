// Missing programs are unpacked into the project's cache and change nothing else on the machine. Firefox and WebKitGTK cannot run from there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './workspace.mjs';

const programs = path.join(root, '.cache/programs');
/** This folder is the last on the PATH of every command. */
export const ownBin = path.join(programs, 'bin');
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

/** @param {readonly string[]} wanted @returns {string | undefined} the first on the PATH, in the system's folders or in the cache */
const find = (...wanted) =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', ownBin]
    .flatMap((folder) => wanted.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));

/** CHROME_PATH, otherwise Playwright's own browser, the system's or the cache's. */
export function findBrowser() {
  const named = process.env['CHROME_PATH'];
  if (named) return named;
  const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test');
  if (existsSync(chromium.executablePath())) return String(chromium.executablePath());
  return find(...names);
}

const findFirefox = () => process.env['FIREFOX_PATH'] ?? find('firefox-esr', 'firefox');

export function browserEnvironment() {
  const firefox = findFirefox();
  // With a browser without windows, most tests take half the time.
  const headlessShell = process.env['CHROME_PATH'] ? undefined : find('chromium-headless-shell', 'chrome-headless-shell');
  return {
    CHROME_PATH: findBrowser(),
    // Without a UTF-8 locale, Chromium replaces a file name that has a dash by `download`.
    LC_ALL: 'C.UTF-8',
    ...(firefox && { FIREFOX_PATH: firefox }),
    ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }),
  };
}

/** Runs Playwright with the programs for the tests. @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} options */
export const runPlaywright = (args, { env, ...options }) =>
  spawnSync(path.join(root, 'e2e/node_modules/.bin/playwright'), args, {
    cwd: path.join(root, 'e2e'),
    encoding: 'utf8',
    env: { ...process.env, ...browserEnvironment(), ...env },
    ...options,
  });

/** Exits if a program is missing. @param {string | false | undefined} problem @param {number} [code] */
export function exitOn(problem, code = 1) {
  if (!problem) return;
  console.error(problem);
  process.exit(code);
}

/** @param {string} command @param {string[]} args */
const quietly = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 });

/**
 * Also downloads dependencies. Needs no root.
 * @param {string[]} packages
 * @param {Record<string, string>} wanted program → its path in the packages
 */
function unpackFromDebian(packages, wanted) {
  if (!find('apt-get') || !find('dpkg-deb')) return;
  console.log(`Getting ${packages.join(', ')} from Debian into .cache/programs; nothing is installed.`);
  const archives = path.join(programs, 'archives');
  const lists = path.join(programs, 'lists');
  for (const folder of [archives, lists, ownBin]) mkdirSync(path.join(folder, 'partial'), { recursive: true });
  const own = ['Debug::NoLocking=1', `Dir::State::lists=${lists}`, `Dir::Cache=${programs}`, `Dir::Cache::archives=${archives}`];
  const options = ['-qq', '-y', ...own.flatMap((option) => ['-o', option])];
  const updated = quietly('apt-get', [...options, 'update']);
  const got = quietly('apt-get', [...options, '--download-only', '--no-install-recommends', 'install', ...packages]);
  if (got.status !== 0) console.log(updated.stderr + got.stderr);
  const unpacked = path.join(programs, 'root');
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb')))
    quietly('dpkg-deb', ['-x', path.join(archives, name), unpacked]);
  if (!existsSync(unpacked)) return;
  const libraries = path.join(
    unpacked,
    'usr/lib',
    readdirSync(path.join(unpacked, 'usr/lib')).find((name) => name.endsWith('-linux-gnu')) ?? '',
  );
  for (const [name, place] of Object.entries(wanted)) {
    const script = `#!/bin/sh\nexport LD_LIBRARY_PATH='${libraries}:${libraries}/pulseaudio'\nexec '${path.join(unpacked, place)}' "$@"\n`;
    if (existsSync(path.join(unpacked, place))) writeFileSync(path.join(ownBin, name), script, { mode: 0o755 });
  }
  for (const folder of [archives, lists]) rmSync(folder, { recursive: true, force: true });
}

/** @returns {string | undefined} what is missing and what to do */
export function ensureOtherBrowsers() {
  const wanted = { ...(!findFirefox() && { 'firefox-esr': 'firefox-esr' }), WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
  const packages = Object.entries(wanted).flatMap(([program, name]) => (find(program) ? [] : [name]));
  const byHand = `Tests in other browsers need Firefox and WebKitGTK: run \`apt-get install --no-install-recommends ${packages.join(' ')}\` as root.`;
  return packages.length === 0 ? undefined : byHand;
}

/** @returns {string | undefined} what is missing and what to do */
export function ensureValkey() {
  const findValkey = () => find('valkey-server', 'redis-server');
  if (!findValkey()) unpackFromDebian(['redis-server'], { 'redis-server': 'usr/bin/redis-server' });
  return findValkey() ? undefined : 'Tests of several gateways need valkey-server or redis-server: install one of the two.';
}

/** Program → path in Debian's package of the same name. OpenSSL makes the proxies' certificate. */
const proxies = { nginx: 'usr/sbin/nginx', haproxy: 'usr/sbin/haproxy', caddy: 'usr/bin/caddy', openssl: 'usr/bin/openssl' };

/** @returns {string | undefined} what is missing and what to do */
export function ensureCluster() {
  const findMissing = () => Object.keys(proxies).filter((name) => !find(name));
  if (findMissing().length > 0) unpackFromDebian(findMissing(), proxies);
  return findMissing().length > 0 ? `Tests of a cluster need ${findMissing().join(', ')}: install them.` : ensureValkey();
}

/** @returns {string | undefined} what to do if there is no browser */
export function ensureBrowser() {
  if (!findBrowser()) {
    console.log('No Chrome or Chromium was found; downloading Playwright’s Chromium …');
    quietly(path.join(root, 'e2e/node_modules/.bin/playwright'), ['install', 'chromium', '--only-shell']);
  }
  if (!findBrowser())
    unpackFromDebian(['chromium', 'chromium-headless-shell'], {
      chromium: 'usr/lib/chromium/chromium',
      'chromium-headless-shell': 'usr/lib/chromium/chromium-headless-shell',
    });
  return findBrowser() ? undefined : 'Browser tests need Chrome or Chromium: install one, or set CHROME_PATH to its path.';
}
