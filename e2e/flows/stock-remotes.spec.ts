import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { remotes } from '../test-kit/command-line.ts';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import { askForVersions, listErrors, pin, unpin } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { publishStock } from '../test-kit/stock-screen.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

// All tests use the same builds, published once.
test.describe.configure({ mode: 'default' });

const museum = museums.cathedral;
const name = 'glass';
const fixture = path.resolve(import.meta.dirname, '../fixtures/stock-screen');
const address = `/glass?museum=${museum}`;
const [good, next] = ['1.0.0', '1.1.0'] as const;

test.beforeAll(async ({ site }) => {
  await publishStock(site, { version: good });
  await publishStock(site, { version: next });
  await pin(site, museum, { name, version: good, expected: null });
});
test.afterAll(({ site }) => unpin(site, museum, name));

const glass = (page: Page) => screenOf(page, name);
const title = (page: Page) => glass(page).getByRole('heading', { level: 1, name: /^Glass of/ });
const card = (page: Page) => screenOf(page, 'landing').getByRole('button', { name: /^Glass/ });
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });

test('a stock build runs like any other screen, and the page fetches its runtime when the screen opens', async ({ page, faults }) => {
  await page.goto(`/?museum=${museum}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(faults.requests.filter((file) => /stock-remotes|^\/remotes\/glass\//.test(file))).toEqual([]);
  await card(page).click();
  await expect(title(page)).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(glass(page)).toHaveAttribute('data-version', good);
  expect(new URL(page.url()).pathname).toBe('/glass');
  // A hook works only if the page has one React.
  await glass(page).getByRole('button', { name: 'Pressed 0' }).click();
  await expect(glass(page).getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  await glass(page).getByRole('button', { name: 'More' }).click();
  await expect(glass(page).getByText('More about glass.')).toBeVisible();
  // The ecosystem's developer tools read this object.
  const known = await page.evaluate(() => (globalThis as { __FEDERATION__?: { moduleInfo: object } }).__FEDERATION__?.moduleInfo ?? {});
  expect(Object.keys(known)).toEqual(['enfilade', `glass:/remotes/glass/${good}/static/js/glass.js`]);
  await glass(page).getByRole('button', { name: 'Leave' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});

test('a stock remote’s new version comes by a reload that keeps the typed text', { tag: '@all' }, async ({ page, site, atEnd }) => {
  await startPageTime(page);
  await page.goto(address);
  const note = glass(page).getByLabel('Note');
  await note.fill('half a sent');
  await pin(site, museum, { name, version: next, expected: good });
  atEnd(() => pin(site, museum, { name, version: good, expected: next }));
  await askForVersions(page);
  await passTimeUntilVisible(page, glass(page).getByText(`Version ${next}`));
  await expect(note).toHaveValue('half a sent');
  await expect(note).toBeFocused();
  await expect(glass(page).getByText('Noted: half a sent')).toBeVisible();
  await page.reload();
  await expect(glass(page).getByText(`Version ${next}`)).toBeVisible();
  await expect(note).toHaveValue('');
});

test('a new version of a stock remote that has not run in the page needs no reload', { tag: '@all' }, async ({ page, site, atEnd }) => {
  await page.goto(`/?museum=${museum}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await pin(site, museum, { name, version: next, expected: good });
  atEnd(() => pin(site, museum, { name, version: good, expected: next }));
  const sequence = await page.locator('html').getAttribute('data-composition');
  await askForVersions(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-composition', sequence ?? '');
  await card(page).click();
  await expect(glass(page)).toHaveAttribute('data-version', next);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a stock build replaces one of the four screens at one museum', { tag: '@all' }, async ({ page, site, atEnd }) => {
  const declaration = {
    title: { en: 'Glass', de: 'Glas', fr: 'Verre' },
    routes: ['/tailoring'],
    needs: ['museum', 'exhibition'],
    provides: 'answers',
  };
  await publishStock(site, { name: 'tailoring', version: '9.0.0', declaration });
  await pin(site, museums.belmonte, { name: 'tailoring', version: '9.0.0', expected: null });
  atEnd(() => unpin(site, museums.belmonte, 'tailoring'));
  await page.goto(`/?museum=${museums.belmonte}`);
  await cardOf(page, 'The Grand Staircase').click();
  await expect(screenOf(page, 'tailoring')).toHaveAttribute('data-version', '9.0.0');
  await expect(screenOf(page, 'tailoring').getByRole('heading', { name: /^Glass of/ })).toBeVisible();
  await page.goto(`/?museum=${museum}`);
  await screenOf(page, 'landing').getByRole('group').getByRole('button').first().click();
  await expect(screenOf(page, 'tailoring')).not.toHaveAttribute('data-version', '9.0.0');
});

test.describe('a stock remote at fault', () => {
  // If this response fails, the page gets no other version.
  test.beforeEach(({ faults }) => faults.break(/^\/api\/compositions\//, { kind: '500' }));

  const entry = /^\/remotes\/glass\/1\.0\.0\/static\/js\/glass\.js/;
  for (const { file, matches, tag } of [
    { file: 'entry', matches: entry, tag: [] },
    { file: 'chunk', matches: /^\/remotes\/glass\/.*__federation_expose_screen\.[^/]*\.js/, tag: '@all' },
    { file: 'style', matches: /^\/remotes\/glass\/.*\.css/, tag: '@all' },
  ]) {
    test(`the page refuses a changed ${file} of a stock remote, and Retry loads it`, { tag }, async ({ page, faults, complaints }) => {
      faults.break(matches, { kind: 'flipped' });
      await page.goto(address);
      await expect(retry(page)).toBeVisible();
      await page.getByText('For museum staff').click();
      await expect(page.getByText('glass, integrity')).toBeVisible();
      complaints.length = 0;
      faults.heal();
      await retry(page).click();
      await expect(title(page)).toBeVisible();
    });
  }

  test('the page refuses a changed late file of a stock remote and offers Retry', { tag: '@all' }, async ({ page, faults, complaints }) => {
    faults.break(/^\/remotes\/glass\/.*late/, { kind: 'tampered' });
    await page.goto(address);
    await glass(page).getByRole('button', { name: 'More' }).click();
    await expect(retry(page)).toBeVisible();
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
    complaints.length = 0;
  });

  test('the page reports a missing stock remote as late, and Retry loads the remote', { tag: '@all' }, async ({ page, faults }) => {
    faults.break(entry, { kind: 'hang' });
    await startPageTime(page);
    await page.goto(address, { waitUntil: 'commit' });
    await passTimeUntilVisible(page, retry(page));
    await page.getByText('For museum staff').click();
    await expect(page.getByText('glass, late')).toBeVisible();
    faults.heal();
    await retry(page).click();
    await expect(title(page)).toBeVisible();
  });

  for (const fault of ['entry', 'load', 'export', 'render', 'effect', 'suspend', 'blank', 'hidden']) {
    test(`Retry loads a stock remote that broke (${fault})`, { tag: '@all' }, async ({ page, context, baseURL, complaints }) => {
      await context.addCookies([{ name: 'fault', value: fault, url: baseURL ?? '' }]);
      const isLate = ['suspend', 'blank', 'hidden'].includes(fault);
      if (isLate) await startPageTime(page);
      await page.goto(address);
      if (isLate) await passTimeUntilVisible(page, retry(page));
      await expect(retry(page)).toBeVisible();
      // No code can catch an error in an entry.
      if (fault === 'entry') complaints.length = 0;
      await context.clearCookies({ name: 'fault' });
      await retry(page).click();
      await expect(title(page)).toBeVisible();
    });
  }
});

test('the site lists a stock remote’s errors by file and line, and its times by version', { tag: '@all' }, async ({ page, context }) => {
  // A site counts twenty visits of one address at once, and earlier tests may have used them up.
  const site = await startSite();
  await publishStock(site, { version: good });
  await pin(site, museum, { name, version: good, expected: null });
  const reported = page.waitForRequest((request) => request.postData()?.includes('"kind":"vitals"') === true);
  await page.goto(`${site.origin}/?museum=${museum}`);
  await card(page).click();
  await expect(title(page)).toBeVisible();
  const felt = async (screen: string) => (await remotes(site, 'vitals', screen, '--museum', museum))['versions'] as { version: string }[];
  await reported;
  await page.goto('about:blank');
  await expect
    .poll(async () => (await felt(name)).find(({ version }) => version === good))
    .toMatchObject({ usableMs: { p50: expect.any(Number) } });
  await context.addCookies([{ name: 'fault', value: 'render', url: site.origin }]);
  await page.goto(site.origin + address);
  const line = readFileSync(path.join(fixture, 'screen.tsx'), 'utf8').split('broken while drawing')[0]?.split('\n').length;
  const places = async () => (await listErrors(site, name, good)).map(({ place }) => place);
  await expect.poll(places).toContainEqual(expect.stringMatching(new RegExp(`^screen\\.tsx:${line}\\b`)));
  await site.stop();
});
