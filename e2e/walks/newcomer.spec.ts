import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { remotes } from '../test-kit/command-line.ts';
import { changeBuiltLanding } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';
import { createLook } from './look.ts';

const setSchema = z.object({ remotes: z.object({ landing: z.object({ version: z.string() }) }) });

test('the README’s commands and the console work in turn, and a restart keeps a pin', async ({ page }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-walk-'));
  cpSync(process.env['ENFILADE_PREPARED_DATA'] ?? '', dataDir, { recursive: true });
  const { folder, remove } = changeBuiltLanding('The visit', 'The visit at night');
  let site = await startSite({ DATA_DIR: dataDir });
  const run = (...args: string[]) => remotes(site, ...args);
  const landingOf = async (id: string) => setSchema.parse(await run('set', '--museum', id)).remotes.landing.version;
  try {
    const first = await landingOf(museums.belmonte);
    await run('check', folder);
    const { version } = z.object({ version: z.string() }).parse(await run('publish', folder, '--name', 'landing'));
    const night = `landing@${version}`;
    await run('pin', night, '--museum', museums.cathedral);
    expect([await landingOf(museums.cathedral), await landingOf(museums.belmonte)]).toEqual([version, first]);
    await site.stop();
    site = await startSite({ DATA_DIR: dataDir });
    expect([await landingOf(museums.cathedral), await landingOf(museums.belmonte)], 'after a restart').toEqual([version, first]);
    const granted = JSON.stringify(await run('grant', night, '--museum', museums.belmonte, '--minutes', '5'));
    const link = /http[^"]+/.exec(granted)?.[0] ?? '';
    await page.goto(link.replace(/^https?:\/\/[^/]+/, site.origin));
    await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', version);

    const look = await createLook(page, 'operator');
    await page.goto(`${site.origin}/operator`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    // The console asks for the session, and gets 401.
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
