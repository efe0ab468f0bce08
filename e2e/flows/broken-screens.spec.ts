import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchLightWith } from '../test-kit/browser.ts';
import { remotes } from '../test-kit/command-line.ts';
import { buildRemote, countFailures, listErrors, pin, publish } from '../test-kit/release.ts';
import { type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const name = 'landing';
const museum = museums.cathedral;
const address = `/collection-selection?museum=${museum}`;

// One site, and one version that breaks as its visitor's cookie says, for all of them.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: undefined });

let site: RunningSite;
let version = '';
let good = '';
let visitors = 0;
test.beforeAll(async ({ browser }) => {
  // Each visitor comes from an address of its own.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const built = await buildRemote(name, path.resolve(import.meta.dirname, '../fixtures/faulty-landing'));
  const entry = path.join(built, 'remoteEntry.js');
  writeFileSync(entry, `if(/fault=entry/.test(document.cookie))throw new Error("broken entry");${readFileSync(entry, 'utf8')}`);
  version = await publish(site, name, built);
  const page = await browser.newPage();
  await page.goto(site.origin + address);
  good = (await screenOf(page, name).getAttribute('data-version')) ?? '';
  await page.close();
  await pin(site, museum, { name, version, expected: null });
});
test.afterAll(() => site.stop());

interface Kind {
  /** What it does to a visitor. */
  what: string;
  fault: string;
  /** As console and command line name it. */
  kind: string;
  /** In the sources of the remote. */
  file?: string;
  /** What the visitor does for it to happen. */
  use?(page: Page): Promise<unknown>;
}

const press = (page: Page) => page.getByRole('button', { name: 'Press' }).click();
const own = { file: 'screen.tsx' };

const kinds: readonly Kind[] = [
  { what: 'throws in its entry', fault: 'entry', kind: 'load' },
  { what: 'throws in its factory', fault: 'load', kind: 'load', ...own },
  { what: 'throws when it is first drawn', fault: 'render', kind: 'render', ...own },
  { what: 'throws in an effect', fault: 'effect', kind: 'effect', ...own },
  { what: 'throws when it is drawn again', fault: 'update', kind: 'update', ...own, use: press },
  { what: 'throws in a listener', fault: 'handler', kind: 'handler', ...own, use: press },
  { what: 'throws in a timer', fault: 'timer', kind: 'handler', ...own },
  { what: 'leaves a promise that fails', fault: 'rejection', kind: 'rejection', ...own, use: press },
  // React stops it in code of its own: no place of the remote is on that stack.
  { what: 'draws itself without end', fault: 'loop', kind: 'render' },
  { what: 'suspends without end', fault: 'suspend', kind: 'suspended' },
  { what: 'is no component', fault: 'export', kind: 'broken' },
  { what: 'throws for its texts', fault: 'texts', kind: 'load', ...own },
  { what: 'has texts that never come', fault: 'slow-texts', kind: 'late' },
  { what: 'floods the bus', fault: 'flood', kind: 'flooded' },
  { what: 'draws nothing', fault: 'blank', kind: 'blank' },
  { what: 'is hidden by its style', fault: 'hidden', kind: 'blank' },
  { what: 'lies over its own buttons', fault: 'covered', kind: 'covered' },
  {
    what: 'swallows clicks',
    fault: 'deaf',
    kind: 'deaf',
    async use(page) {
      for (let at = 0; at < 3; at += 1) await press(page);
    },
  },
];

/** A new visitor whose screens break so. */
async function openVisitor(browser: { newContext: Test['newContext'] }, fault: string) {
  visitors += 1;
  const context = await browser.newContext({ baseURL: site.origin, extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visitors}` } });
  await context.addCookies([{ name: 'fault', value: fault, url: site.origin }]);
  return context;
}
type Test = import('@playwright/test').Browser;

for (const { what, fault, kind, file, use } of kinds) {
  test(`a screen that ${what} is named, and gone at the second load`, async ({ browser }) => {
    // Other tests fail in the same way: this visit must be counted, too.
    const count = () => countFailures(site, name, version, { kind, file });
    const before = await count();
    const context = await openVisitor(browser, fault);
    const page = await context.newPage();
    await page.goto(address);
    if (use) await expect(screenOf(page, name)).toHaveAttribute('data-version', version);
    await use?.(page);
    await expect.poll(count).toBeGreaterThan(before);

    await page.goto(address);
    await expect(screenOf(page, name)).toHaveAttribute('data-version', good);
    await context.close();
  });
}

test('the command line names every kind, and a stack leads through the host’s own code and the remote’s to the sources of both', async () => {
  const listed = (await remotes(site, 'errors', name, '--version', version))['errors'] as Awaited<ReturnType<typeof listErrors>>;
  expect(listed.flatMap((one) => one.kinds)).toEqual(expect.arrayContaining(kinds.map(({ kind }) => kind)));
  const [drawn] = listed.filter(({ kinds: found, place }) => found.includes('render') && place?.startsWith('screen.tsx:'));
  expect(drawn?.frames[0]).toMatchObject({ remote: name, file: 'screen.tsx' });
  expect(drawn?.frames.some((frame) => frame.remote === 'host' && frame.file.includes('react-dom'))).toBe(true);
});

test('a screen that leaks 500 MB crashes its page once, and not the next one', async ({ playwright }) => {
  const browser = await playwright.chromium.launch(launchLightWith('--js-flags=--max-old-space-size=160'));
  const context = await openVisitor(browser, 'leak');
  const page = await context.newPage();
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  await page.goto(address);
  await crashed;
  const next = await context.newPage();
  await next.goto(address);
  await expect(screenOf(next, name)).toHaveAttribute('data-version', good);
  // Near its end a page is silent for seconds, while memory is looked for: its worker may say so first.
  const isNamed = async () =>
    (await listErrors(site, name, version)).some(({ kinds: found }) => found.includes('crashed') || found.includes('hung'));
  await expect.poll(isNamed).toBe(true);
  await browser.close();
});
