// Tries a release archive in an empty folder, with an empty HOME, no network and nothing but settings.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { extract } from 'tar';
import { findBrowser } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';

const [archive = '', place] = process.argv.slice(2);
if (place !== 'inside') {
  // Runs this script again in a network namespace with the loopback address alone. Needs Linux with unshare and ip.
  const script = 'ip link set lo up && exec "$0" "$@"';
  const command = [process.execPath, ...process.argv.slice(1), 'inside'];
  const { status, error } = spawnSync('unshare', ['--net', '--map-root-user', 'sh', '-c', script, ...command], { stdio: 'inherit' });
  if (error) throw error;
  process.exit(status ?? 1);
}

const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test');
const work = mkdtempSync(path.join(tmpdir(), 'enfilade-try-'));
const HOME = path.join(work, 'home');
const site = path.join(work, 'site');
for (const folder of [HOME, site]) mkdirSync(folder);
await extract({ file: archive, cwd: site, strip: 1 });
const settings = { PORT: '0', DATA_DIR: path.join(work, 'data'), FIRST_DEFAULTS: 'built', LOG_LEVEL: 'warn' };
const began = Date.now();
const program = path.join(site, 'server.mjs');
const server = spawn(process.execPath, [program], { cwd: HOME, env: { HOME, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const lines = createInterface({ input: server.stdout });
  /** @type {URL[]} */
  const addresses = [];
  for await (const line of lines) {
    addresses.push(new URL(/http:\S+/.exec(line)?.[0] ?? ''));
    if (line.startsWith('Operators')) break;
  }
  const { origin, href } = addresses[0] ?? assert.fail('The server ended');
  console.log(`The site listens ${((Date.now() - began) / 1_000).toFixed(1)} s after its start.`);
  const ready = await fetch(`${origin}/readyz`);
  assert.equal(ready.status, 200, await ready.text());
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  // The console has no first paint, so its page proves that a browser runs the screen.
  for (const [address, remote] of [
    [href, 'landing'],
    [`${origin}/operator`, 'operator'],
  ]) {
    await page.goto(address);
    await page.locator(`[data-remote="${remote}"]`).waitFor();
  }
  await browser.close();
  const ask = (/** @type {string[]} */ ...command) =>
    spawnSync(process.execPath, [program, ...command], { env: { HOME, ...settings }, cwd: HOME, encoding: 'utf8' });
  const listed = ask('remotes', 'list', '--registry', origin);
  assert.match(listed.stdout, /^landing /m, listed.stderr);
  for (const name of ['remotes', 'registry']) assert.match(ask(name, '--help').stdout, new RegExp(`^Usage: node server.mjs ${name} `));
  assert.deepEqual(readdirSync(HOME), [], 'The site wrote files into HOME');
  console.log(`The archive starts, ${href} opens, and its command line answers.`);
} finally {
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(work, { recursive: true });
}
