import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { remotes } from '../test-kit/command-line.ts';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import { buildRemote, copyScreen, pin, publish } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fixture = path.resolve(import.meta.dirname, '../fixtures/two-contracts');
const museum = museums.belmonte;

const contractsOf = async (site: Parameters<typeof remotes>[0]) =>
  ((await remotes(site, 'contracts')) as { contracts: { version: string; uses: object[] }[] }).contracts;

/** The document in which both versions ran stores the events. */
const heardBy = (page: Page, version: 1 | 2) =>
  page.evaluate((major) => document.documentElement.dataset[`heardBy${major}`]?.split(' ') ?? [], version);

test('an open page replaces a screen of contract 1 by a version of contract 2', { tag: '@all' }, async ({ page, site, faults, atEnd }) => {
  const built = [await buildRemote('tailoring', `${fixture}/first`), await buildRemote('tailoring', `${fixture}/second`, 2)];
  const [first = '', second = ''] = await Promise.all(
    built.map(async (folder) => String((await remotes(site, 'publish', folder, '--name', 'tailoring'))['version'])),
  );
  const tailoring = screenOf(page, 'tailoring');
  const card = cardOf(page, 'The Grand Staircase');
  const files = (name: RegExp) => faults.requests.filter((file) => name.test(file));
  await remotes(site, 'pin', `tailoring@${first}`, '--museum', museum);
  atEnd(() => remotes(site, 'unpin', 'tailoring', '--museum', museum));
  await startPageTime(page);
  await page.goto(`/?museum=${museum}`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await card.click();
  await expect(tailoring).toHaveAttribute('data-version', first);
  await expect(tailoring.getByText('Drawn by React 19.')).toBeVisible();
  await tailoring.getByLabel('Note').fill('half a sent');
  expect(files(/seldom/)).toEqual([]);

  await remotes(site, 'pin', `tailoring@${second}`, '--museum', museum);
  await passTimeUntilVisible(page, tailoring.getByText('Drawn by hand'));
  await expect(tailoring).toHaveAttribute('data-version', second);
  await expect(tailoring.getByLabel('Note')).toHaveValue('half a sent');
  await expect(tailoring.getByRole('heading', { name: 'How much time do you have?' })).toBeVisible();

  // One session and one bus: each version receives the other's events, and so do the screens of contract 1.
  await tailoring.getByRole('button', { name: 'A quarter of an hour' }).click();
  await expect(tailoring.getByText('Answered: time.15')).toBeVisible();
  expect(await heardBy(page, 1)).toEqual(['question-answered']);
  await tailoring.getByRole('button', { name: 'Auf Deutsch' }).click();
  await expect(tailoring.getByRole('heading', { name: 'Wie viel Zeit haben Sie?' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await tailoring.getByRole('button', { name: 'Leave' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  await cardOf(page, 'Das große Treppenhaus').click();
  await expect(tailoring.getByText('Drawn by hand')).toBeVisible();
  await expect(tailoring.getByText('Answered: time.15')).toBeVisible();
  expect(await heardBy(page, 2)).toEqual(['question-answered', 'language-changed', 'collection-chosen']);

  await tailoring.getByRole('button', { name: 'Break' }).click();
  await expect(tailoring).toHaveAttribute('data-version', first);
  await expect(tailoring.getByText('Drawn by React 19.')).toBeVisible();
  expect(site.output()).toContain(`"version":"${second}","kind":"render-error"`);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  const [old, next] = await contractsOf(site);
  expect(old?.uses).toContainEqual(expect.objectContaining({ museumId: '*', name: 'landing' }));
  expect(next?.uses).toEqual([{ museumId: museum, name: 'tailoring', version: second }]);
});

/** The whole change that moves a React screen to contract 2. */
const exposed = {
  file: 'screen.tsx',
  from: 'export default function Screen(',
  to: "import { mountScreen } from '@enfilade/shared-contracts/remote/mount-screen';\nexport const mount = mountScreen(Screen);\nfunction Screen(",
};
const screens = { landing: 'mfe-landing', tailoring: 'mfe-tailoring', visit: 'mfe-visit', chat: 'mfe-chat', operator: 'infra/console' };

test('a site with contract 2 alone lists no use of contract 1 and shows every screen', { tag: '@all' }, async ({ page, atEnd }) => {
  const site = await startSite();
  const copies = Object.entries(screens).map(([name, source]) => ({ name, source, ...copyScreen(source, [exposed]) }));
  atEnd(site.stop);
  for (const { remove } of copies) atEnd(remove);
  const versions = new Map<string, string>();
  for (const { name, source, folder } of copies) {
    const version = await publish(site, name, await buildRemote(name, folder, 2));
    const before = JSON.parse(readFileSync(path.join(root, source, 'dist/enfilade-remote.json'), 'utf8')) as { version: string };
    await pin(site, '*', { name, version, expected: before.version });
    versions.set(name, version);
  }
  expect((await contractsOf(site))[0]?.uses).toEqual([]);

  await page.goto(`${site.origin}/?museum=${museum}`);
  await cardOf(page, 'The Grand Staircase').click();
  await expect(screenOf(page, 'tailoring')).toHaveAttribute('data-version', versions.get('tailoring') ?? '');
  await expect(screenOf(page, 'tailoring').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', versions.get('landing') ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'Discover Rich Museum Narratives' })).toBeVisible();
  await page.goto(`${site.origin}/text-chat?museum=${museums.textChat}`);
  await expect(screenOf(page, 'chat')).toHaveAttribute('data-version', versions.get('chat') ?? '');
  await page.goto(`${site.origin}/operator`);
  await expect(screenOf(page, 'operator').getByRole('textbox').first()).toBeVisible();
});
