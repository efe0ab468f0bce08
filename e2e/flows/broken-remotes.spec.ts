import type { Browser, Page } from '@playwright/test';
import { remotes } from '../test-kit/command-line.ts';
import { makeScreen } from '../test-kit/new-screen.ts';
import { buildFaulty, countFailures, listErrors, pin, publish } from '../test-kit/release.ts';
import { type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';

// All tests share one site and one version of each remote, which breaks as its visitor's cookie says.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: undefined });

/** `bad` breaks, and visitors get `good` in its place. */
const remoteAt = (name: string, address: string) => ({ name, address, good: '', bad: '' });
type Remote = ReturnType<typeof remoteAt>;
const screen = remoteAt('landing', `/collection-selection?museum=${museums.cathedral}`);
const filler = remoteAt('shop', `/text-chat?museum=${museums.belmonte}&collection=${staircase}#end`);

let site: RunningSite;
let visitors = 0;
test.beforeAll(async () => {
  // Each visitor has another client address.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const { remotes: current } = (await remotes(site, 'set', '--museum', museums.cathedral)) as { remotes: { landing: { version: string } } };
  screen.good = current.landing.version;
  screen.bad = await publish(site, screen.name, await buildFaulty(screen.name, 'faulty-landing'));
  await pin(site, museums.cathedral, { name: screen.name, version: screen.bad, expected: null });

  const made = await makeScreen(filler.name, '--fills', 'end.card');
  made.remove();
  filler.good = await publish(site, filler.name, made.built);
  filler.bad = await publish(site, filler.name, await buildFaulty(filler.name, 'faulty-filler'));
  await pin(site, museums.belmonte, { name: filler.name, version: filler.good, expected: null });
  await pin(site, museums.belmonte, { name: filler.name, version: filler.bad, expected: filler.good });
});
test.afterAll(() => site.stop());

async function openVisitor(browser: Browser, fault: string): Promise<Page> {
  visitors += 1;
  const context = await browser.newContext({ baseURL: site.origin, extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visitors}` } });
  await context.addCookies([{ name: 'fault', value: fault, url: site.origin }]);
  return context.newPage();
}

const cardOf = (page: Page, version: string) =>
  page.locator(`[data-slot="end.card"][data-filler="${filler.name}"][data-version="${version}"]`);
const isHere = (page: Page, { name }: Remote, version: string) =>
  name === filler.name
    ? expect(cardOf(page, version)).toBeVisible()
    : expect(screenOf(page, name)).toHaveAttribute('data-version', version);

async function openEnd(page: Page): Promise<void> {
  await page.goto(filler.address);
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeVisible();
}

async function useRestOfPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Forget my visit' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeVisible();
}

interface Kind {
  what: string;
  fault: string;
  /** The failure's name in console and command line. */
  kind: string;
  presses?: number;
  /** False if the place is in no file of the remote: React stops an endless render in React's own code. */
  hasPlace?: boolean;
}

const ofBoth: readonly Kind[] = [
  { what: 'throws in its entry', fault: 'entry', kind: 'load' },
  { what: 'throws in its module', fault: 'load', kind: 'load', hasPlace: true },
  { what: 'throws when it is first drawn', fault: 'render', kind: 'render', hasPlace: true },
  { what: 'throws in an effect', fault: 'effect', kind: 'render', hasPlace: true },
  { what: 'throws when it is drawn again', fault: 'update', kind: 'render', hasPlace: true, presses: 1 },
  { what: 'throws in a listener', fault: 'handler', kind: 'handler', hasPlace: true, presses: 1 },
  { what: 'throws in a timer', fault: 'timer', kind: 'handler', hasPlace: true },
  { what: 'leaves a promise that fails', fault: 'rejection', kind: 'rejection', hasPlace: true, presses: 1 },
  { what: 'draws itself without end', fault: 'loop', kind: 'render' },
  { what: 'suspends without end', fault: 'suspend', kind: 'broken' },
  { what: 'exports no component', fault: 'export', kind: 'broken' },
  { what: 'throws for its texts', fault: 'texts', kind: 'load', hasPlace: true },
  { what: 'has texts that never come', fault: 'slow-texts', kind: 'late' },
];
const ofScreens: readonly Kind[] = [
  ...ofBoth,
  { what: 'draws nothing', fault: 'blank', kind: 'broken' },
  { what: 'is hidden by its style', fault: 'hidden', kind: 'broken' },
];
/** Thrown outside of the slot, which stays unchanged until the next page. */
const outside = ['handler', 'timer', 'rejection'];
const ofFillers: readonly Kind[] = [
  ...ofBoth.map((each) => (each.fault === 'entry' || outside.includes(each.fault) ? each : { ...each, kind: `${each.kind} (end.card)` })),
  { what: 'keeps the thread while it draws', fault: 'slow', kind: 'broken (end.card)' },
  { what: 'keeps the thread in an effect', fault: 'slow-effect', kind: 'broken (end.card)' },
];

/** Other tests cause the same failures, so a test compares with the count before. */
const countOf = ({ name, bad }: Remote, kind: string, file?: string) => countFailures(site, name, bad, { kind, file });

async function press(page: Page, presses = 0): Promise<void> {
  for (let at = 0; at < presses; at += 1) await page.getByRole('button', { name: 'Press', exact: true }).click();
}

test.describe('a screen', { tag: '@all' }, () => {
  for (const { what, fault, kind, hasPlace, presses } of ofScreens) {
    test(`a screen that ${what} is listed with its failure, and the second load shows another version`, async ({ browser }) => {
      const count = () => countOf(screen, kind, hasPlace ? 'screen.tsx' : undefined);
      const before = await count();
      const page = await openVisitor(browser, fault);
      await page.goto(screen.address);
      if (presses) await isHere(page, screen, screen.bad);
      await press(page, presses);
      await expect.poll(count).toBeGreaterThan(before);
      await page.goto(screen.address);
      await isHere(page, screen, screen.good);
      await page.context().close();
    });
  }

  test('a listed stack names the sources of the host and of the remote', async () => {
    const listed = await listErrors(site, screen.name, screen.bad);
    const [drawn] = listed.filter(({ kinds, place }) => kinds.includes('render') && place?.startsWith('screen.tsx:'));
    expect(drawn?.frames[0]).toMatchObject({ remote: screen.name, file: 'screen.tsx' });
    expect(drawn?.frames.some((frame) => frame.remote === 'host' && frame.file.includes('react-dom'))).toBe(true);
  });
});

test.describe('a filler', { tag: '@all' }, () => {
  for (const { what, fault, kind, presses } of ofFillers) {
    test(`a filler that ${what} leaves its slot empty and is listed, and the second load shows another version`, async ({ browser }) => {
      const before = await countOf(filler, kind);
      const page = await openVisitor(browser, fault);
      await openEnd(page);
      await press(page, presses);
      await expect.poll(() => countOf(filler, kind)).toBeGreaterThan(before);
      if (!outside.includes(fault)) await expect(cardOf(page, filler.bad).getByRole('heading')).toHaveCount(0);
      await useRestOfPage(page);

      await openEnd(page);
      await page.reload();
      await isHere(page, filler, filler.good);
      await page.context().close();
    });
  }

  test('the second load replaces a filler that hangs its page', async ({ browser }) => {
    const first = await openVisitor(browser, 'hang');
    // The page hangs in this file, and answers no query after its request.
    const drawn = first.waitForRequest((request) => request.url().includes(`/remotes/${filler.name}/${filler.bad}/`));
    await first.goto(filler.address, { waitUntil: 'commit' });
    await drawn;
    const page = await first.context().newPage();
    await page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 30_000;
    });
    await openEnd(page);
    await expect.poll(() => countOf(filler, 'hung (end.card)')).toBe(1);
    await openEnd(page);
    await page.reload();
    await isHere(page, filler, filler.good);
    await page.context().close();
  });

  test('a filler whose styles cover the page covers nothing outside its slot', async ({ browser }) => {
    const page = await openVisitor(browser, 'veil');
    await openEnd(page);
    await isHere(page, filler, filler.bad);
    await useRestOfPage(page);
    await page.context().close();
  });
});
