import { type Browser, test } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { chat, firstExhibition, landing, startVisit, tailoring, visit } from '../test-kit/first-visit.ts';
import { type LoadedFile, type OpenedPage, openPage, slowDown, type Tap } from '../test-kit/page-load.ts';
import { museums } from '../test-kit/test.ts';
import { keepSamples } from './keep-samples.ts';

/** Name → origin of a site; set by `npm run bench -- page`, which starts them. */
const sites = Object.entries(JSON.parse(process.env['PAGE_SITES'] ?? '{}') as Record<string, string>);
const runs = Number(process.env['PAGE_RUNS'] ?? 1);
const onlyLanding = process.env['PAGE_ONLY'] === 'landing';
/** Of a hung page, not of a slow machine. */
const secondsARun = 180;

type Figures = Record<string, number>;

test('first visits of sites, in turn', async ({ browser }) => {
  test.setTimeout(runs * sites.length * secondsARun * 1_000);
  const samples = new Map<string, number[]>();
  for (let run = 0; run < runs; run += 1) {
    // Another one is first in each run.
    const inTurn = [...sites.slice(run % sites.length), ...sites.slice(0, run % sites.length)];
    for (const [name, origin] of inTurn) {
      for (const [figure, value] of Object.entries(await measureSite(browser, origin))) {
        const key = `${name}|${figure}`;
        samples.set(key, [...(samples.get(key) ?? []), value]);
      }
    }
  }
  for (const [name, values] of samples) keepSamples(name, values);
});

async function measureSite(browser: Browser, origin: string): Promise<Figures> {
  const landingFigures = named('landing', await loadUntouched(browser, origin, landing.url));
  if (onlyLanding) return { ...landingFigures, ...(await visitScreens(browser, origin)) };
  return {
    ...landingFigures,
    ...(await visitScreens(browser, origin)),
    ...named('chat', await loadUntouched(browser, origin, chat.url)),
    ...(await openTapping(browser, origin, 'chat', chat)),
  };
}

const named = (screen: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${screen}|${name}`, value]));

/** What is painted, and what it cost, while the visitor only looks. */
async function loadUntouched(browser: Browser, origin: string, url: string): Promise<Figures> {
  const opened = await openPage(browser);
  const { page, cdp, context } = opened;
  await slowDown(opened);
  await context.addInitScript(watchPaints);
  await opened.goto(origin + url);
  await opened.untilQuiet();
  const painted = await page.evaluate(() => (globalThis as unknown as { painted: Figures }).painted);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await context.close();
  return {
    ...painted,
    'main thread ms': metric('TaskDuration') * 1_000,
    'script ms': metric('ScriptDuration') * 1_000,
    'heap kB': usedSize / 1_000,
  };
}

/** Runs in the page. */
function watchPaints(): void {
  const painted = { 'first paint ms': Number.NaN, 'largest paint ms': Number.NaN, 'layout shift': 0 };
  Object.assign(globalThis, { painted });
  const observe = (type: string, listener: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(listener)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted['first paint ms'] = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    painted['largest paint ms'] = startTime;
  });
  observe('layout-shift', ({ value = 0 }) => {
    painted['layout shift'] += value;
  });
}

/** Landing, questions and visit, each used as soon as it can be. */
async function visitScreens(browser: Browser, origin: string): Promise<Figures> {
  const { voice: _, ...given } = answers;
  const cookies = { museumID: museums.belmonte, tailoringAnswers: encodeURIComponent(JSON.stringify(given)) };
  const opened = await openPage(
    browser,
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })),
  );
  await slowDown(opened);
  const figures = await openMeasured(opened, 'landing', origin + landing.url, landing);
  if (!onlyLanding) {
    Object.assign(figures, await goOn(opened, 'tailoring', firstExhibition, tailoring));
    Object.assign(figures, await goOn(opened, 'visit', startVisit, visit));
  }
  await opened.context.close();
  return figures;
}

async function openTapping(browser: Browser, origin: string, screen: string, tap: Tap & { url: string }): Promise<Figures> {
  const opened = await openPage(browser);
  await slowDown(opened);
  const figures = await openMeasured(opened, screen, origin + tap.url, tap);
  await opened.context.close();
  return figures;
}

async function openMeasured(opened: OpenedPage, screen: string, url: string, tap: Tap): Promise<Figures> {
  const usableMs = await opened.goto(url, tap);
  const files = [...opened.files];
  await opened.untilQuiet();
  return named(screen, { 'usable ms': usableMs, ...costOf(files) });
}

/** From the tap on the screen before. */
async function goOn(opened: OpenedPage, screen: string, find: Tap['find'], tap: Tap): Promise<Figures> {
  const before = opened.files.length;
  const tappedMs = await opened.tap(find);
  const usableMs = (await opened.tapWhenDrawn(tap)) - tappedMs;
  const files = opened.files.slice(before);
  await opened.untilQuiet();
  return named(screen, { 'usable ms': usableMs, ...costOf(files) });
}

const kinds: Record<string, RegExp> = {
  page: /^[^?]*\/(?:\?.*)?$/,
  script: /\.js$/,
  style: /\.css$/,
  font: /\.woff2$/,
  picture: /\.(?:svg|png|jpe?g|webp|avif)$/,
};

/** Of what was asked for before the screen could be used. */
function costOf(files: readonly LoadedFile[]): Figures {
  const sum = (some: readonly LoadedFile[]) => some.reduce((total, { bytes }) => total + bytes, 0);
  const isOf = (kind: RegExp) => files.filter(({ url }) => kind.test(url));
  const known = Object.entries(kinds).map(([kind, pattern]) => [kind, isOf(pattern)] as const);
  const rest = files.filter((file) => known.every(([, some]) => !some.includes(file)));
  return {
    requests: files.length,
    bytes: sum(files),
    ...Object.fromEntries([...known, ['data', rest] as const].map(([kind, some]) => [`bytes of ${kind}`, sum(some)])),
  };
}
