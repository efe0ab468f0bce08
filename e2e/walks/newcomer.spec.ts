import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { remotes } from '../test-kit/command-line.ts';
import { changeBuiltLanding } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';
import { createLook } from './look.ts';

const failureSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

test('a newcomer goes through the README’s commands and the console, and each does what it says', async ({ page }) => {
  // A folder that outlives the site, as a machine's does.
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-walk-'));
  cpSync(process.env['ENFILADE_PREPARED_DATA'] ?? '', dataDir, { recursive: true });
  const { folder, remove } = changeBuiltLanding('The visit', 'The visit at night');
  let site = await startSite({ DATA_DIR: dataDir });
  const run = (...args: string[]) => remotes(site, ...args);
  const setOf = async (id: string) =>
    z
      .object({ sequence: z.number(), remotes: z.object({ landing: z.object({ version: z.string() }) }) })
      .parse(await run('set', '--museum', id));
  const landingOf = async (id: string) => (await setOf(id)).remotes.landing.version;
  const refuses = async (reason: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = failureSchema.parse(await run(...args).catch((error: unknown) => error));
    expect(code, args.join(' ')).toBe(1);
    expect(stdout + stderr).toMatch(reason);
    expect(stdout + stderr).not.toMatch(/\n\s+at |undefined|\[object/);
  };
  try {
    const first = await landingOf(museums.belmonte);
    await run('check', folder);
    const { version } = z.object({ version: z.string() }).parse(await run('publish', folder, '--name', 'landing'));
    const night = `landing@${version}`;
    await run('pin', night, '--museum', museums.cathedral);
    expect([await landingOf(museums.cathedral), await landingOf(museums.belmonte)]).toEqual([version, first]);
    const { sequence } = await setOf(museums.belmonte);
    await run('pin', night, '--all');
    await site.stop();
    site = await startSite({ DATA_DIR: dataDir });
    expect(await landingOf(museums.belmonte), 'after a restart').toBe(version);
    await refuses(/museum/i, 'pin', night, '--museum', '6610a1b2c3d4e5f601000099');
    await refuses(/poster/, 'grant', 'poster@1.0.0', '--museum', museums.belmonte, '--minutes', '5');
    await refuses(/9\.9\.9/, 'rollout', 'landing@9.9.9', '--museum', museums.belmonte, '--percent', '10');
    await run('rollback', '--all', '--to', String(sequence));
    expect(await landingOf(museums.belmonte), 'after a rollback').toBe(first);
    const { id } = z.object({ id: z.string() }).parse(await run('rollout', night, '--museum', museums.belmonte, '--percent', '10'));
    await run('halt', id, '--museum', museums.belmonte);
    await refuses(/.{10}/, 'halt', id, '--museum', museums.belmonte);
    const granted = JSON.stringify(await run('grant', night, '--museum', museums.belmonte, '--minutes', '5'));
    const link = /http[^"]+/.exec(granted)?.[0] ?? '';
    await page.goto(link.replace(/^https?:\/\/[^/]+/, site.origin));
    await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', version);

    const look = await createLook(page, 'operator');
    await page.goto(`${site.origin}/operator`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    // Whether somebody is logged in is asked, and the answer is no.
    look.forgive(/401/);
    await look.at('login');
    await page.getByLabel('Username or email').fill('local');
    await page.getByLabel('Password', { exact: true }).fill(readFileSync(path.join(dataDir, 'tokens/operator'), 'utf8').trim());
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(6);
    await look.at('museums');
    await page.getByRole('link', { name: 'Saint Aurelian’s Cathedral' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saint Aurelian’s Cathedral');
    await look.at('one museum');
    const before = await page.context().cookies();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByLabel('Username or email')).toBeVisible();
    look.forgive(/401/);
    await look.at('logged out');
    await page.context().addCookies(before);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log in' }), 'the old cookie').toBeVisible();
  } finally {
    await site.stop();
    remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
