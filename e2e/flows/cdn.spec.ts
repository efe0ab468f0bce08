import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../test-kit/fault-proxy.ts';
import { askForVersions, changeBuiltLanding, pin, publish } from '../test-kit/release.ts';
import { freePort, type RunningSite, startSite } from '../test-kit/start-site.ts';
import { publishStock } from '../test-kit/stock-screen.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

/** The server between browsers and the site that serves published files. */
let cdn: FaultProxy;
let site: RunningSite;
test.beforeEach(async () => {
  const port = await freePort();
  cdn = await startFaultProxy(`http://127.0.0.1:${port}`);
  site = await startSite({ PORT: port, ARTIFACTS_PUBLIC_URL: cdn.origin });
});
test.afterEach(async () => {
  await site.stop();
  await cdn.close();
});
const breakOff = () => cdn.break(/./, { kind: 'reset' });

/** `isOfCdn`: the CDN sent the file. */
function watchFiles(page: Page) {
  const files: { isOfCdn: boolean; file: string; encoding: string | undefined }[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (!pathname.startsWith('/remotes/')) return;
    files.push({ isOfCdn: origin === cdn.origin, file: pathname, encoding: response.headers()['content-encoding'] });
  });
  return files;
}

async function visit(page: Page): Promise<void> {
  await page.goto(`${site.origin}/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await cardOf(page, 'The Grand Staircase').click();
  await expect(screenOf(page, 'tailoring')).toBeVisible();
}

test('the page loads each published file once, from the CDN, except styles that are in the page', { tag: '@all' }, async ({ page }) => {
  const files = watchFiles(page);
  await visit(page);
  // The page inlines styles of the build.
  await expect(page.locator(`style[data-href^="${cdn.origin}/remotes/landing/"]`)).toHaveCount(1);
  await expect(page.locator('link[rel="stylesheet"][href*="/remotes/landing/"]')).toHaveCount(0);
  expect(files.filter(({ isOfCdn }) => !isOfCdn)).toEqual([]);
  expect(new Set(cdn.requests).size).toBe(cdn.requests.length);
  expect(cdn.requests.every((path) => path.startsWith('/remotes/'))).toBe(true);
});

test('the CDN sends a new version to an open page as deltas', { tag: '@all' }, async ({ page, atEnd }) => {
  const changed = changeBuiltLanding('Discover Rich Museum Narratives', 'Discover the Museum by Night');
  atEnd(changed.remove);
  const files = watchFiles(page);
  await page.goto(`${site.origin}/?museum=${museums.cathedral}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  const version = await publish(site, 'landing', changed.folder);
  const stored = () => readdirSync(path.join(site.dataDir, 'artifacts/landing'), { recursive: true, encoding: 'utf8' });
  await expect.poll(() => stored().filter((file) => file.startsWith(version) && file.endsWith('.dcz')).length).toBeGreaterThanOrEqual(6);
  await pin(site, museums.cathedral, { name: 'landing', version, expected: null });
  await askForVersions(page);
  await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', version);
  const ofVersion = files.filter(({ file }) => file.includes(version));
  expect(new Set(ofVersion.map(({ isOfCdn, encoding }) => `${isOfCdn} ${encoding}`))).toEqual(new Set(['true dcz']));
});

test('a stock remote loads all its files from the CDN, or from the site if the CDN is gone', { tag: '@all' }, async ({ browser }) => {
  await publishStock(site, { version: '1.0.0' });
  await pin(site, museums.cathedral, { name: 'glass', version: '1.0.0', expected: null });
  /** Opens a browser without files of an earlier visit. */
  const open = async () => {
    const page = await browser.newPage();
    const files = watchFiles(page);
    const glass = screenOf(page, 'glass');
    await page.goto(`${site.origin}/glass?museum=${museums.cathedral}`);
    await glass.getByRole('button', { name: 'More' }).click();
    await expect(glass.getByText('More about glass.')).toBeVisible();
    await page.close();
    const ofGlass = files.filter(({ file }) => file.startsWith('/remotes/glass/'));
    expect(ofGlass.map(({ file }) => file)).toContainEqual(expect.stringMatching(/late/));
    return ofGlass;
  };
  const isOfSite = ({ isOfCdn }: { isOfCdn: boolean }) => !isOfCdn;
  expect((await open()).filter(isOfSite)).toEqual([]);
  breakOff();
  expect((await open()).filter((file) => !isOfSite(file))).toEqual([]);
});
