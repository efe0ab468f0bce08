import type { Browser } from '@playwright/test';
import { answers } from './answers.ts';
import { holdRequests, type LoadedFile, openPage, type Tap } from './page-load.ts';
import { museums, saveData } from './test.ts';

// If a page shows text before its scripts run, locators use that text.

export interface FirstTap extends Tap {
  url: string;
}

export const landing: FirstTap = {
  url: `/?museum=${museums.belmonte}`,
  find: () => [...document.querySelectorAll('a, button')].find(({ textContent }) => textContent?.trim() === 'Choose an exhibition'),
  isDone: () => [...document.querySelectorAll('h2')].some((heading) => heading.getBoundingClientRect().top < innerHeight),
};

/** Leads to the questions before a visit. */
export const firstExhibition: Tap['find'] = () => document.querySelector('[data-remote="landing"] [role="group"] button');

/** The last question, for the guide's voice. */
export const tailoring: Tap = {
  find: () => document.querySelector('[data-remote="tailoring"] main ul button[aria-pressed]'),
  isDone: (voice) => voice.ariaPressed === 'true',
};

export const startVisit: Tap['find'] = () => [...document.querySelectorAll('[data-remote="tailoring"] main button')].at(-1);

export const visit: Tap = {
  find: () => document.getElementById('visit-tab-text'),
  isDone: (tab) => tab.ariaSelected === 'true',
};

export const chat: FirstTap = {
  url: `/?museum=${museums.textChat}`,
  find: () => document.querySelector('textarea'),
  isDone: (field) => document.activeElement === field,
};

/** The last question is open. */
export function cookiesFor(url: string) {
  const { voice: _, ...given } = answers;
  const cookies = { museumID: museums.belmonte, tailoringAnswers: encodeURIComponent(JSON.stringify(given)) };
  return Object.entries(cookies).map(([name, value]) => ({ name, value, url }));
}

/** The same on every machine. */
interface ScreenCost {
  'round trips': number;
  requests: number;
  bytes: number;
  'script bytes': number;
  /** Decoded bytes of the scripts that ran. */
  'script evaluated': number;
}

interface CountedScreen {
  cost: ScreenCost;
  files: readonly LoadedFile[];
}

/** An earlier visitor fills the site's caches: museums and the chat's welcome. */
export async function wakeSite(origin: string): Promise<void> {
  const { belmonte, textChat } = museums;
  for (const record of [belmonte, textChat, `${textChat}/exhibitions/6610a1b2c3d4e5f602000017`])
    await (await fetch(`${origin}/api/museums/${record}`)).text();
}

/** Landing, questions and visit of one visitor, and the chat of another. */
export async function countFirstVisit(browser: Browser, origin: string) {
  await wakeSite(origin);
  const opened = await openPage(browser, cookiesFor(origin));
  await saveData(opened.context);
  const count = await startCounting(opened);
  const costs = {
    landing: await count(() => opened.goto(origin + landing.url, landing)),
    tailoring: await count(() => opened.tapAway(firstExhibition).then(() => opened.tapWhenDrawn(tailoring))),
    visit: await count(() => opened.tapAway(startVisit).then(() => opened.tapWhenDrawn(visit))),
  };
  await opened.context.close();
  return { ...costs, chat: await countFirstScreen(browser, origin, chat) };
}

async function countFirstScreen(browser: Browser, origin: string, tap: FirstTap): Promise<CountedScreen> {
  const opened = await openPage(browser);
  await saveData(opened.context);
  const count = await startCounting(opened);
  const counted = await count(() => opened.goto(origin + tap.url, tap));
  await opened.context.close();
  return counted;
}

async function startCounting(opened: Awaited<ReturnType<typeof openPage>>) {
  const { cdp, files } = opened;
  const holding = await holdRequests(opened);
  let evaluated = 0;
  cdp.on('Debugger.scriptParsed', ({ url, length = 0 }) => {
    if (url.startsWith('http')) evaluated += length;
  });
  await cdp.send('Debugger.enable');
  return async (use: () => Promise<number>): Promise<CountedScreen> => {
    const [filesBefore, evaluatedBefore] = [files.length, evaluated];
    const used = use();
    const roundTrips = await holding.roundTripsUntil(used);
    await used;
    // Reports of a page arrive at any time, and no screen waits for them.
    const begun = files.slice(filesBefore).filter(({ url }) => !url.endsWith('/api/reports'));
    const run = evaluated - evaluatedBefore;
    await holding.releaseAll();
    // Only the page has the size of a worker's file.
    const transferred = (url: string) =>
      performance.getEntriesByName(url).map((entry) => (entry as PerformanceResourceTiming).transferSize)[0];
    for (const file of begun) file.bytes ||= (await opened.page.evaluate(transferred, file.url)) ?? 0;
    const scripts = begun.filter(({ url }) => url.endsWith('.js'));
    const sum = (some: readonly LoadedFile[]) => some.reduce((total, { bytes }) => total + bytes, 0);
    const bytes = { bytes: sum(begun), 'script bytes': sum(scripts), 'script evaluated': run };
    return { cost: { 'round trips': roundTrips, requests: begun.length, ...bytes }, files: begun };
  };
}
