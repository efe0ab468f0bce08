import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findBarriers } from '../test-kit/barriers.ts';
import { remotes } from '../test-kit/command-line.ts';
import { makeScreen } from '../test-kit/new-screen.ts';
import { buildRemote, countFailures, pin, publish, unpin } from '../test-kit/release.ts';
import { type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, staircase, test } from '../test-kit/test.ts';

// One site, and one filler that breaks as its visitor's cookie says, for all of them.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: undefined });

const name = 'shop';
const museum = museums.belmonte;
/** The end of a visit, before anything was said. */
const address = `/text-chat?museum=${museum}&collection=${staircase}#end`;

let site: RunningSite;
let good = '';
let bad = '';
let visitors = 0;
test.beforeAll(async () => {
  // Each visitor comes from an address of its own.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const made = await makeScreen(name, '--fills', 'end.card');
  good = String((await remotes(site, 'publish', made.built, '--name', name))['version']);
  made.remove();
  const built = await buildRemote(name, path.resolve(import.meta.dirname, '../fixtures/faulty-filler'));
  const entry = path.join(built, 'remoteEntry.js');
  writeFileSync(entry, `if(/fault=entry/.test(document.cookie))throw new Error("broken entry");${readFileSync(entry, 'utf8')}`);
  bad = await publish(site, name, built);
});
test.afterAll(() => site.stop());

const cardOf = (page: Page, version: string) => page.locator(`[data-slot="end.card"][data-filler="${name}"][data-version="${version}"]`);

/** A new visitor for whom the filler breaks so. */
async function openVisitor(browser: Browser, fault: string): Promise<BrowserContext> {
  visitors += 1;
  const context = await browser.newContext({ baseURL: site.origin, extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visitors}` } });
  await context.addCookies([{ name: 'fault', value: fault, url: site.origin }]);
  return context;
}

async function openEnd(page: Page): Promise<void> {
  await page.goto(site.origin + address);
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeVisible();
}

test('what a team made for a place comes into an open page, moves nothing there, and goes with its pin', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await openEnd(page);
  const card = cardOf(page, good).getByRole('region', { name: 'A word from Palazzo Belmonte' });
  const forget = page.getByRole('region', { name: 'Forget my visit' });
  const before = await forget.boundingBox();
  await expect(page.locator('[data-slot]')).toHaveCount(0);
  expect(scripts.filter((file) => /\/seldom\.|\/remotes\/shop\//.test(file))).toEqual([]);

  await pin(site, museum, { name, version: good, expected: null });
  await expect(card).toBeVisible();
  const after = await forget.boundingBox();
  expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
  expect(await findBarriers(page, { practices: true })).toEqual([]);

  await unpin(site, museum, name);
  await expect(card).toHaveCount(0);
  await expect(page.locator('[data-slot="end.card"]')).toBeHidden();
});

interface Kind {
  /** What it does to a visitor. */
  what: string;
  fault: string;
  /** As console and command line name it. */
  kind: string;
  /** Its button has to be pressed for that. */
  isPressed?: boolean;
}
const kinds: readonly Kind[] = [
  { what: 'throws in its entry', fault: 'entry', kind: 'load' },
  { what: 'throws in its module', fault: 'load', kind: 'load (end.card)' },
  { what: 'throws when it is first drawn', fault: 'render', kind: 'render (end.card)' },
  { what: 'throws in an effect', fault: 'effect', kind: 'effect (end.card)' },
  { what: 'throws when it is drawn again', fault: 'update', kind: 'update (end.card)', isPressed: true },
  { what: 'throws in a listener', fault: 'handler', kind: 'handler', isPressed: true },
  { what: 'throws in a timer', fault: 'timer', kind: 'handler' },
  { what: 'leaves a promise that fails', fault: 'rejection', kind: 'rejection', isPressed: true },
  { what: 'draws itself without end', fault: 'loop', kind: 'render (end.card)' },
  { what: 'suspends without end', fault: 'suspend', kind: 'suspended (end.card)' },
  { what: 'brings nothing for its place', fault: 'export', kind: 'broken (end.card)' },
  { what: 'throws for its texts', fault: 'texts', kind: 'load (end.card)' },
  { what: 'has texts that never come', fault: 'slow-texts', kind: 'late (end.card)' },
  { what: 'keeps the thread while it draws', fault: 'slow', kind: 'slow (end.card)' },
  { what: 'keeps the thread in an effect', fault: 'slow-effect', kind: 'slow (end.card)' },
];
/** What stays until the next page: the place was in order, and what threw was outside of it. */
const stays = ['handler', 'timer', 'rejection'];

const countKind = (kind: string) => countFailures(site, name, bad, { kind });
let isBadPinned = false;
async function pinBad(): Promise<void> {
  if (isBadPinned) return;
  await pin(site, museum, { name, version: good, expected: null });
  await pin(site, museum, { name, version: bad, expected: good });
  isBadPinned = true;
}

for (const { what, fault, kind, isPressed } of kinds) {
  test(`a filler that ${what} leaves its place empty, is named, and is another one at the second load`, async ({ browser }) => {
    await pinBad();
    // Other tests fail in the same way: this visit must be counted, too.
    const before = await countKind(kind);
    const context = await openVisitor(browser, fault);
    const page = await context.newPage();
    await openEnd(page);
    if (isPressed) await page.getByRole('button', { name: 'Press', exact: true }).click();
    await expect.poll(() => countKind(kind)).toBeGreaterThan(before);
    if (!stays.includes(fault)) await expect(cardOf(page, bad).getByRole('heading')).toHaveCount(0);
    // The rest of the page is as it was.
    await page.getByRole('button', { name: 'Forget my visit' }).click();
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeVisible();

    await openEnd(page);
    await page.reload();
    await expect(cardOf(page, good)).toBeVisible();
    await context.close();
  });
}

test('the command line names every way in which a filler failed', async () => {
  const listed = (await remotes(site, 'errors', name, '--version', bad))['errors'] as { kinds: string[] }[];
  expect(listed.flatMap((one) => one.kinds)).toEqual(expect.arrayContaining(kinds.map(({ kind }) => kind)));
});

test('a filler that hangs its page hangs one, and lies over nothing of the page', async ({ browser }) => {
  await pinBad();
  const context = await openVisitor(browser, 'hang');
  const page = await context.newPage();
  await page.goto(site.origin + address, { waitUntil: 'commit' });
  await expect.poll(() => countKind('hung')).toBe(1);
  await context.clearCookies({ name: 'fault' });
  await openEnd(page);
  await page.reload();
  await expect(cardOf(page, good)).toBeVisible();
  await context.close();

  const other = await openVisitor(browser, 'veil');
  const covered = await other.newPage();
  await openEnd(covered);
  await expect(cardOf(covered, bad)).toBeVisible();
  await covered.getByRole('button', { name: 'Forget my visit' }).click();
  await expect(covered.getByRole('button', { name: 'Keep it' })).toBeVisible();
  await other.close();
});
