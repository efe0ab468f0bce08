import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstVisitBudget, voiceBudget } from '@enfilade/shared-contracts/build/budgets';
import { countFirstVisit } from '../test-kit/first-visit.ts';
import { expect, museums, saveData, screenOf, staircase, test } from '../test-kit/test.ts';
import { untilQuiet } from '../test-kit/until-quiet.ts';
import { askInWriting, openWritten } from '../test-kit/written-visit.ts';

const isVoice = (path: string) => /^\/static\/js\/async\/voice\.|^\/voice\//.test(path);

// Files that an idle screen fetches ahead are not part of its cost.
test.beforeEach(({ context }) => saveData(context));

test('each screen of a first visit stays within its budget of round trips, requests and bytes', async ({ browser, site }) => {
  for (const [screen, { cost, files }] of Object.entries(await countFirstVisit(browser, site.origin))) {
    const scripts = files.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
    const description = `${screen}: ${JSON.stringify(cost)}: ${scripts.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join(', ')}`;
    test.info().annotations.push({ type: 'figure', description });
    expect(scripts.filter(({ bytes }) => bytes === 0)).toEqual([]);
    const budget = firstVisitBudget[screen] ?? {};
    const over = Object.entries(cost).filter(([figure, value]) => !(value <= (budget[figure] ?? 0)));
    expect(over, `${screen} may have ${JSON.stringify(budget)}`).toEqual([]);
  }
});

test('the host has one chunk for calls, which stays within its budget of bytes', () => {
  const folder = path.resolve(import.meta.dirname, '../../host/dist/static/js/async');
  const chunks = readdirSync(folder).filter((name) => /^voice\..*\.js$/.test(name));
  expect(chunks).toHaveLength(1);
  for (const chunk of chunks)
    expect(gzipSync(readFileSync(path.join(folder, chunk)), { level: 9 }).length).toBeLessThanOrEqual(voiceBudget);
});

test('a page that saves data loads the voice code only when a call begins', { tag: '@all' }, async ({ page, baseURL, faults }) => {
  const fetched = () => faults.requests.filter(isVoice);
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await untilQuiet(faults);
  await page.goto(`/tailoring?museum=${museums.belmonte}&collection=${staircase}`);
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  await untilQuiet(faults);
  await openWritten(page, baseURL);
  await askInWriting(page, 'Why is the ceiling of the painting salon so dark?');
  await untilQuiet(faults);
  expect(fetched()).toEqual([]);

  const visit = screenOf(page, 'visit');
  await visit.getByRole('tab', { name: 'Audio' }).click();
  const allow = visit.getByRole('button', { name: 'Allow microphone' });
  await expect(allow).toBeVisible();
  await untilQuiet(faults);
  expect(fetched()).toEqual([]);
  await allow.click();
  await expect.poll(() => fetched().filter((path) => path.startsWith('/static/')).length).toBe(1);
});

test('the chat loads its Markdown code with the first answer that has Markdown', { tag: '@all' }, async ({ page, faults }) => {
  const isMarkdown = (path: string) => /\/remotes\/chat\/.*\/markdown\./.test(path);
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  await expect(chat.getByText('Welcome. I am Vesper')).toBeVisible();
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
});
