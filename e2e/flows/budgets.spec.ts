import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstVisitBudget, landingPageBudget } from '@enfilade/shared-contracts/build/budgets';
import type { BrowserContext, Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { countFirstVisit } from '../test-kit/first-visit.ts';
import { expect, museums, saveData, screenOf, staircase, test } from '../test-kit/test.ts';
import { untilQuiet } from '../test-kit/until-quiet.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

/** What the built screen promises to weigh in all. */
const promisedBy = (name: string): number =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../mfe-${name}/dist/enfilade-remote.json`), 'utf8')).declaration.budget.all;

interface Asked {
  url: string;
  bytes: number;
}

/** Scripts, styles and fonts the page asks for, with their bytes over the wire; what the browser still had costs nothing. */
async function watchCode(page: Page): Promise<() => Asked[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const asked = new Map<string, Asked>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isCode = type === 'Script' || /\.(?:js|css|woff2)$/.test(new URL(response.url).pathname);
    if (isCode && !response.fromDiskCache) asked.set(requestId, { url: response.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = asked.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  return () => [...asked.values()];
}

const isScript = ({ url }: Asked) => !/\.(?:css|woff2)$/.test(new URL(url).pathname);
const sum = (asked: readonly Asked[]) => asked.reduce((total, { bytes }) => total + bytes, 0);
/** Puts what was measured into the report; every file must have been measured. */
function tell(what: string, asked: readonly Asked[]) {
  const files = asked.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join(', ');
  test.info().annotations.push({ type: 'figure', description: `${what}: ${asked.length} files, ${sum(asked)} bytes: ${files}` });
  expect(asked.filter(({ bytes }) => bytes === 0)).toEqual([]);
}

/** The host's chunk of that name, and the call machine with its worklet. */
const isVoice = (path: string) => /^\/static\/js\/async\/voice\.|^\/voice\//.test(path);

async function haveAnswered(context: BrowserContext, url = '') {
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: encodeURIComponent(JSON.stringify(answers)) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
}

// What is fetched ahead while a screen is idle is no part of what the screen needs.
test.beforeEach(({ context }) => saveData(context));

test('the landing of a first visit asks for few and small scripts', { tag: '@all' }, async ({ page, faults }) => {
  const read = await watchCode(page);
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await untilQuiet(faults);

  const asked = read().filter(isScript);
  tell('landing', asked);
  expect(asked.length).toBeLessThanOrEqual(landingPageBudget.scripts);
  expect(sum(asked)).toBeLessThanOrEqual(landingPageBudget.bytes);
  // The other screens' code is not asked for before it is needed.
  expect(asked.filter(({ url }) => /\/remotes\/(tailoring|visit|chat)\//.test(url))).toEqual([]);
});

test('no screen of a first visit waits for more round trips, requests and scripts than it may', async ({ browser, site }) => {
  for (const [screen, { cost, files }] of Object.entries(await countFirstVisit(browser, site.origin))) {
    tell(`${screen}: ${JSON.stringify(cost)}`, files.filter(isScript));
    const budget = firstVisitBudget[screen] ?? {};
    const over = Object.entries(cost).filter(([figure, value]) => !(value <= (budget[figure] ?? 0)));
    expect(over, `${screen} may have ${JSON.stringify(budget)}`).toEqual([]);
  }
});

for (const inputMode of ['audio', 'text'] as const) {
  test(`the visit adds little to the landing (${inputMode})`, { tag: '@all' }, async ({ page, context, baseURL, faults }) => {
    await haveAnswered(context, baseURL);
    await rememberVisitConfig(context, { inputMode });
    const read = await watchCode(page);
    await page.goto('/collection-selection');
    const resume = page.getByRole('button', { name: /^Continue: The Grand Staircase/ });
    await expect(resume).toBeVisible();
    await untilQuiet(faults);
    const before = read().length;

    await resume.click();
    const visit = screenOf(page, 'visit');
    await expect(inputMode === 'text' ? visit.getByRole('textbox') : visit.getByRole('button', { name: 'Allow microphone' })).toBeVisible();
    await untilQuiet(faults);
    const added = read().slice(before);
    tell(`visit, ${inputMode}`, added);
    expect(added.filter(({ url }) => /\/remotes\/visit\//.test(url)).length).toBeGreaterThan(0);
    expect(sum(added)).toBeLessThanOrEqual(promisedBy('visit'));
  });
}

test('for who spares data the voice code waits until a conversation begins', { tag: '@all' }, async ({
  page,
  context,
  baseURL,
  faults,
}) => {
  const fetched = () => faults.requests.filter(isVoice);
  const read = await watchCode(page);
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await untilQuiet(faults);
  await page.goto(`/tailoring?museum=${museums.belmonte}&collection=${staircase}`);
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  await untilQuiet(faults);
  await haveAnswered(context, baseURL);
  await page.goto('/visit');
  const allow = screenOf(page, 'visit').getByRole('button', { name: 'Allow microphone' });
  await expect(allow).toBeVisible();
  await untilQuiet(faults);
  expect(fetched()).toEqual([]);

  await allow.click();
  await expect.poll(() => fetched().filter((path) => path.startsWith('/static/')).length).toBe(1);
  await expect.poll(() => read().find(({ url }) => isVoice(new URL(url).pathname))?.bytes).toBeGreaterThan(0);
  tell(
    'voice',
    read().filter(({ url }) => isVoice(new URL(url).pathname)),
  );
});

test('a visit in writing never fetches the voice code', { tag: '@all' }, async ({ page, context, baseURL, faults }) => {
  await haveAnswered(context, baseURL);
  await rememberVisitConfig(context, { inputMode: 'text' });
  await page.goto('/visit');
  const visit = screenOf(page, 'visit');
  await visit.getByRole('textbox').fill('Why is the ceiling of the painting salon so dark?');
  await page.keyboard.press('Enter');
  await expect(visit.getByText(/^Source: /).first()).toBeVisible();
  expect(faults.requests.filter(isVoice)).toEqual([]);
});

test('the chat adds little to the landing, and what draws Markdown waits for the first answer that needs it', { tag: '@all' }, async ({
  page,
  faults,
}) => {
  const isMarkdown = (path: string) => /\/remotes\/chat\/.*\/markdown\./.test(path);
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await untilQuiet(faults);
  const read = await watchCode(page);
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  await expect(chat.getByText('Good evening. I am Vesper')).toBeVisible();
  await untilQuiet(faults);
  const ask = async (question: string) => {
    await chat.getByRole('textbox').fill(question);
    await page.keyboard.press('Enter');
  };
  await ask('How far can the telescope see?');
  await expect(chat.getByText(/^Source: /).first()).toBeVisible();
  expect(faults.requests.filter(isMarkdown)).toEqual([]);

  faults.break(/^\/api\/chat$/, { kind: 'rewrite', change: (text) => text.replace('"delta":"', '"delta":"**Well.** ') });
  await ask('Why does the dome turn?');
  await expect(chat.locator('strong', { hasText: 'Well.' })).toBeVisible();
  expect(faults.requests.filter(isMarkdown)).toHaveLength(1);
  const added = read().filter(({ url }) => /\/remotes\/chat\//.test(url));
  tell('chat', added);
  expect(sum(added)).toBeLessThanOrEqual(promisedBy('chat'));
});
