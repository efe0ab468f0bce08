import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { eventSchemas } from '@enfilade/shared-contracts/events/event-bus';
import type { Play, PlayStep, Seen } from '@enfilade/shared-contracts/remote/play';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import type { BrowserState } from '@enfilade/tooling/dev/start-at';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { answerForPlay, type Words } from './answer-for-play.ts';

/** For each expected element, text or event. */
const limitMs = 10_000;
const seenLetters = 600;

export interface PlayTask {
  release: { name: string; version: string };
  path: string;
  play: Play;
  held: BrowserState;
}

function addressOf({ path, held: { cookies } }: PlayTask): string {
  const { [cookieNames.museumId]: museum, [cookieNames.exhibitionId]: collection } = cookies;
  return `${path}?${new URLSearchParams({ museum, ...(collection !== undefined && { collection }) })}`;
}

const screenOf = ({ name, version }: PlayTask['release']) => `#page section[data-remote="${name}"][data-version="${version}"]`;

class StepError extends Error {}

/**
 * @param origin the origin whose pages contain the build
 * @returns the failed step, the reason and the visible page; undefined if the play passed
 */
export async function runPlay(browser: Browser, origin: string, task: PlayTask): Promise<string | undefined> {
  const { release, play, held } = task;
  const context = await browser.newContext(contextOf(origin, held));
  context.setDefaultTimeout(limitMs);
  const words: Words = { guide: play.guide ?? {}, heard: '' };
  try {
    await context.addInitScript(arrive, held.stored);
    await context.route(/^[^?]*\/(?:api|registry)\//, (route) => answerForPlay(route, words));
    const page = await context.newPage();
    const uncaught: string[] = [];
    page.on('pageerror', ({ message }) => uncaught.push(message));
    return await playSteps(page, { release, play, words, uncaught, address: addressOf(task) });
  } finally {
    // Requests still in flight cannot be answered once the context closes.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

function contextOf(origin: string, held: BrowserState): BrowserContextOptions {
  const { hostname: domain } = new URL(origin);
  const common = { domain, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const };
  const cookies = Object.entries(held.cookies).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value, ...common }]));
  return {
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    permissions: ['microphone'],
    // The host's service worker would answer requests before `route` sees them.
    serviceWorkers: 'block',
    storageState: { cookies, origins: [] },
  };
}

/** Runs in the page, before the page's scripts. */
function arrive(stored: Record<string, string>): void {
  // The empty document before the page has no storage.
  if (location.protocol === 'http:') Object.assign(localStorage, stored);
  // Headless Chromium crashes a page that queries for speech recognition on the device.
  const names = window as unknown as Record<string, { available?: unknown } | undefined>;
  const recogniser = names['SpeechRecognition'] ?? names['webkitSpeechRecognition'];
  if (recogniser?.available) recogniser.available = async () => 'unavailable';
}

interface Playing {
  release: PlayTask['release'];
  play: Play;
  words: Words;
  uncaught: readonly string[];
  address: string;
}

async function playSteps(page: Page, { release, play, words, uncaught, address }: Playing): Promise<string | undefined> {
  const open = async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await awaitSight(page.locator(screenOf(release)), `${release.name} ${release.version} is not shown`);
    if (play.steps.some(({ emits }) => emits)) await listenToBus(page, release);
  };
  const steps = [
    { what: 'opening', run: open },
    ...play.steps.map((step) => ({
      what: describeStep(step),
      run: async () => {
        const before = step.emits ? (await page.evaluate(listHeard)).length : 0;
        await act(page, words, step);
        await expectOutcome(page, step, before);
      },
    })),
  ];
  for (const [at, { what, run }] of steps.entries()) {
    const problem = await inTime(run()).then(
      () => (uncaught.length > 0 ? `uncaught: ${uncaught[0]}` : undefined),
      (error: unknown) => (uncaught.length > 0 ? `uncaught: ${uncaught[0]}` : firstLine(error)),
    );
    if (problem !== undefined) return `step ${at}, ${what}: ${problem}; seen: ${await describePage(page)}`;
  }
  return undefined;
}

/** A script in a page that hangs has no other time limit. */
const stepLimitMs = 60_000;

async function inTime(step: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const hanging = wait(stepLimitMs, undefined, { signal: timer.signal }).then(() => {
    throw new StepError('the page does not respond');
  });
  await Promise.race([step, hanging]).finally(() => timer.abort());
}

const firstLine = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));

function describeStep(step: PlayStep): string {
  if ('press' in step) return `press ${describeSeen(step.press)}`;
  if ('type' in step) return `type “${step.type}” into “${step.into}”`;
  if ('key' in step) return `key ${step.key}`;
  return 'say' in step ? `say “${step.say}”` : 'look';
}

function describeSeen(seen: Seen): string {
  if ('field' in seen) return `“${seen.holds}” in “${seen.field}”`;
  return 'role' in seen ? `${seen.role} “${seen.name}”` : `“${seen.text}”`;
}

/** The page's first paint is outside `#page` and does not match. */
function find(page: Page, seen: Exclude<Seen, { holds: string }>): Locator {
  const shown = page.locator('#page');
  const found = 'role' in seen ? shown.getByRole(seen.role, nameOf(seen)) : shown.getByText(seen.text);
  return found.filter({ visible: true }).first();
}

const findField = (page: Page, label: string) => page.locator('#page').getByLabel(label, { exact: true }).filter({ visible: true }).first();

const nameOf = ({ name, begins }: Extract<Seen, { role: string }>) =>
  begins ? { name: new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`) } : { name, exact: true };

async function awaitSight(locator: Locator, problem: string): Promise<void> {
  await locator
    .first()
    .waitFor({ state: 'visible' })
    .catch((cause: unknown) => {
      throw new StepError(`${problem} within ${limitMs / 1_000} s`, { cause });
    });
}

/** A shorter recording may contain no sound. */
const [leastSpokenMs, letterMs] = [1_000, 60];

async function act(page: Page, words: Words, step: PlayStep): Promise<void> {
  if ('press' in step) {
    const control = find(page, step.press);
    await awaitSight(control, 'the element is not shown');
    await control.click();
  } else if ('type' in step) {
    const field = findField(page, step.into);
    await awaitSight(field, 'the field is missing');
    await field.fill(step.type);
  } else if ('key' in step) await page.keyboard.press(step.key);
  else if ('say' in step) {
    words.heard = step.say;
    await wait(Math.max(leastSpokenMs, letterMs * step.say.length));
  }
}

async function expectOutcome(page: Page, { sees = [], shows, emits = [] }: PlayStep, before: number): Promise<void> {
  if (shows) {
    const screens = shows.map((name) => `#page section[data-remote="${name}"]`).join(', ');
    await awaitSight(page.locator(screens), `${shows.join(' or ')} is not shown`);
  }
  for (const seen of sees) {
    const problem = `${describeSeen(seen)} is not shown`;
    if ('field' in seen) await awaitText(findField(page, seen.field), seen.holds, problem);
    else await awaitSight(find(page, seen), problem);
  }
  for (const emitted of emits) await awaitEvent(page, emitted, before);
}

const pollMs = 25;

async function awaitText(field: Locator, text: string, problem: string): Promise<void> {
  await awaitSight(field, problem);
  for (const until = performance.now() + limitMs; (await field.inputValue()) !== text; await wait(pollMs))
    if (performance.now() > until) throw new StepError(`${problem} within ${limitMs / 1_000} s`);
}

async function awaitEvent(page: Page, { event, payload = {} }: NonNullable<PlayStep['emits']>[number], before: number): Promise<void> {
  const isIt = (heard: Heard) =>
    heard.event === event && Object.entries(payload).every(([key, value]) => isDeepStrictEqual(heard.payload[key], value));
  const until = performance.now() + limitMs;
  for (;;) {
    const heard = (await page.evaluate(listHeard)).slice(before);
    if (heard.some(isIt)) return;
    if (performance.now() > until)
      throw new StepError(`${describeEvent({ event, payload })} was not emitted; ${heard.map(describeEvent).join(', ') || 'no event'} was`);
    await wait(pollMs);
  }
}

const describeEvent = ({ event, payload }: Heard) => `${event} ${JSON.stringify(payload)}`;

/** Lines of a snapshot without content of their own. */
const frames = /^(?:\/|option|(?:banner|main|list|listitem|group|navigation|img|status|paragraph)(?: "[^"]*")?:?$)/;

async function describePage(page: Page): Promise<string> {
  const snapshot = await page
    .locator('#page')
    .ariaSnapshot({ timeout: 2_000 })
    .catch(() => 'nothing');
  const lines = snapshot.split('\n').map((line) => line.trim().replace(/^- /, ''));
  return lines
    .filter((line) => !frames.test(line))
    .join(' · ')
    .slice(0, seenLetters);
}

interface Heard {
  event: string;
  payload: Readonly<Record<string, unknown>>;
}

/** The host exports no bus for tests. We read the bus from the React props of the screen. */
async function listenToBus(page: Page, release: PlayTask['release']): Promise<void> {
  const section = page.locator(screenOf(release)).first();
  const isFound = await section.evaluate((element, events) => {
    interface Bus {
      on(event: string, listener: (payload: unknown) => void): void;
    }
    interface Fiber {
      memoizedProps?: { bus?: Bus };
      return?: Fiber;
    }
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$')) ?? '';
    let fiber = (element as unknown as Record<string, Fiber | undefined>)[key];
    while (fiber && !fiber.memoizedProps?.bus) fiber = fiber.return;
    const heard: unknown[] = [];
    Object.assign(window, { playedEvents: heard });
    for (const event of events) fiber?.memoizedProps?.bus?.on(event, (payload) => heard.push({ event, payload }));
    return fiber !== undefined;
  }, Object.keys(eventSchemas));
  if (!isFound) throw new StepError('the event bus cannot be found in this host');
}

/** Runs in the page. */
const listHeard = () => (window as unknown as { playedEvents?: Heard[] }).playedEvents ?? [];
