import { type Browser, test } from '@playwright/test';
import {
  chat,
  cookiesFor,
  countFirstVisit,
  type FirstTap,
  firstExhibition,
  landing,
  startVisit,
  tailoring,
  visit,
} from '../test-kit/first-visit.ts';
import { type OpenedPage, openPage, slowDown, type Tap } from '../test-kit/page-load.ts';
import { keepSamples } from './keep-samples.ts';

/** Name → origin of a site. `npm run bench -- page` starts the sites. */
const sites = Object.entries(JSON.parse(process.env['PAGE_SITES'] ?? '{}') as Record<string, string>);
const runs = Number(process.env['PAGE_RUNS'] ?? 1);
const onlyLanding = process.env['PAGE_ONLY'] === 'landing';
/** Limit for a hung page, not for a slow machine. */
const secondsARun = 180;

type Figures = Record<string, number>;

test('first visits of each site need requests, bytes and scripts', async ({ browser }) => {
  for (const [name, origin] of sites) {
    for (const [screen, { cost }] of Object.entries(await countFirstVisit(browser, origin))) {
      for (const [figure, value] of Object.entries(cost)) keepSamples(`${name}|${screen}|${figure}`, [value]);
    }
  }
});

test('first visits of sites take turns', async ({ browser }) => {
  test.setTimeout(runs * sites.length * secondsARun * 1_000);
  const samples = new Map<string, number[]>();
  const keep = (name: string, figures: Figures) => {
    for (const [figure, value] of Object.entries(figures)) {
      const key = `${name}|${figure}`;
      samples.set(key, [...(samples.get(key) ?? []), value]);
    }
  };
  for (let run = 0; run < runs; run += 1) {
    // Another site is first in each run.
    const inTurn = [...sites.slice(run % sites.length), ...sites.slice(0, run % sites.length)];
    for (const [name, origin] of inTurn) keep(name, await measureSite(browser, origin));
  }
  for (const [name, values] of samples) keepSamples(name, values);
});

async function measureSite(browser: Browser, origin: string): Promise<Figures> {
  const landed = { ...named('landing', await loadUntouched(browser, origin, landing)), ...(await visitScreens(browser, origin)) };
  if (onlyLanding) return landed;
  return { ...landed, ...named('chat', await loadUntouched(browser, origin, chat)), ...(await openTapping(browser, origin, 'chat', chat)) };
}

const named = (screen: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${screen}|${name}`, value]));

/** The visitor only looks. */
async function loadUntouched(browser: Browser, origin: string, { url, find }: FirstTap): Promise<Figures> {
  const opened = await openPage(browser);
  const { page, cdp, context } = opened;
  await slowDown(opened);
  await context.addInitScript(watchPaints);
  await opened.goto(origin + url);
  await page.waitForFunction(find);
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

/** Each screen is used as soon as possible. */
async function visitScreens(browser: Browser, origin: string): Promise<Figures> {
  const opened = await openPage(browser, cookiesFor(origin));
  await slowDown(opened);
  const figures = await openMeasured(opened, 'landing', origin + landing.url, landing);
  if (!onlyLanding) {
    Object.assign(figures, await goOn(opened, 'tailoring', firstExhibition, tailoring));
    Object.assign(figures, await goOn(opened, 'visit', startVisit, visit));
  }
  await opened.context.close();
  return figures;
}

async function openTapping(browser: Browser, origin: string, screen: string, tap: FirstTap): Promise<Figures> {
  const opened = await openPage(browser);
  await slowDown(opened);
  const figures = await openMeasured(opened, screen, origin + tap.url, tap);
  await opened.context.close();
  return figures;
}

async function openMeasured(opened: OpenedPage, screen: string, url: string, tap: Tap): Promise<Figures> {
  const usableMs = await opened.goto(url, tap);
  await opened.untilQuiet();
  return named(screen, { 'usable ms': usableMs });
}

/** Times count from the tap on the screen before. */
async function goOn(opened: OpenedPage, screen: string, find: Tap['find'], tap: Tap): Promise<Figures> {
  const tappedMs = await opened.tapAway(find);
  const usableMs = (await opened.tapWhenDrawn(tap)) - tappedMs;
  await opened.untilQuiet();
  return named(screen, { 'usable ms': usableMs });
}
