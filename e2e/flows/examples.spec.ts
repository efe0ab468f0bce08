import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFaults } from '../test-kit/page-faults.ts';
import { startProgram } from '../test-kit/start-program.ts';
import { expect, screenOf, test } from '../test-kit/test.ts';

const gallery = '6610a1b2c3d4e5f601000005';
const manifest = path.resolve(import.meta.dirname, '../../examples/whats-on/dist/mf-manifest.json');

/** `npm start` on a data folder; resolves once its museums can be opened. */
async function start(dataDir: string) {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const program = await startProgram({ args: ['infra/tooling/scripts/start.mjs'], env, ready: /http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/ });
  const headers = { authorization: `Bearer ${readFileSync(path.join(dataDir, 'tokens/local'), 'utf8').trim()}` };
  const [origin] = program.ready;
  const call = async (place: string) => (await fetch(`${origin}/registry/v1${place}`, { headers })).json();
  return { ...program, origin, call };
}

test('npm start shows the screen of another repository at one museum once the site is up, and builds it once', { tag: '@all' }, async ({
  page,
}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-'));
  try {
    const first = await start(dataDir);
    await expect.poll(first.output).toMatch(/Operators — [\s\S]*Halden Gallery now runs whatson 0\.1\.0-dev\.\w+/);
    await expect.poll(async () => (await first.call('/remotes/hours/versions')).versions?.length).toBe(1);
    await page.goto(`${first.origin}/?museum=${gallery}`);
    await screenOf(page, 'landing').getByRole('button', { name: /^What’s on today/ }).click();
    const screen = screenOf(page, 'whatson');
    await expect(screen.getByRole('heading', { level: 1, name: 'What’s on today' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/whats-on');
    await first.end('SIGTERM');

    const builtAt = statSync(manifest).mtimeMs;
    const second = await start(dataDir);
    await expect.poll(async () => (await second.call(`/museums/${gallery}/set`)).remotes.whatson?.version).toBeDefined();
    await second.end('SIGTERM');
    expect([statSync(manifest).mtimeMs, second.output()]).toEqual([builtAt, expect.not.stringContaining('now runs')]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
