import type { Locator } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { replaceRecogniser } from '../test-kit/instruments.ts';
import { listenToPage, loudnessOf } from '../test-kit/sound.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a visitor passes through the rooms, gets an answer with its source, hears it, and dictates the next question', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone']);
  await listenToPage(page);
  await replaceRecogniser(page);
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page).toHaveURL(/\/collection-selection$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Discover Rich Museum Narratives' })).toBeVisible();
  await cardOf(page, 'The Grand Staircase').click();

  const tailoring = screenOf(page, 'tailoring');
  await expect(page).toHaveURL(/\/tailoring\?question=consent$/);
  await tailoring.getByRole('button', { name: 'Yes, I agree' }).click();
  const next = tailoring.getByRole('button', { name: 'Next' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await tailoring.getByRole('checkbox', { name: 'Jacopo Savelli' }).check();
  await next.click();
  await tailoring.getByRole('button', { name: /on my own/ }).click();
  await tailoring.getByRole('button', { name: /Interactive/ }).click();
  await tailoring.getByRole('button', { name: /10/ }).click();
  await tailoring.getByRole('checkbox', { name: /Learn/ }).check();
  await next.click();
  await expect(page).toHaveURL(/question=voice/);
  await expect(tailoring.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await tailoring.getByRole('button', { name: /^Harriet/ }).click();
  await tailoring.getByRole('button', { name: 'Start the visit with Clara' }).click();

  const visit = screenOf(page, 'visit');
  await expect(page).toHaveURL(/\/visit$/);
  await visit.getByRole('tab', { name: 'Text' }).click();
  await visit.getByRole('textbox').fill('Why is the ceiling of the painting salon so dark?');
  await page.keyboard.press('Enter');
  await expect(visit.getByText(/candle/).first()).toBeVisible();
  await expect(visit.getByText(/^Source: /)).toBeVisible();

  const answer = visit.getByRole('listitem').filter({ hasText: /candle/ });
  const button = (name: string) => visit.getByRole('button', { name, exact: true });
  await answer.getByRole('button', { name: 'Listen', exact: true }).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(0.01);
  await expect(visit).toHaveAttribute('data-busy');
  await answer.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => loudnessOf(page)).toBeLessThan(0.01);

  await visit.getByRole('textbox').fill('Excuse me.');
  await button('Dictate').click();
  await button('Speak').click();
  await expect(button('Tap to stop recording')).toBeFocused();
  await button('Tap to stop recording').click();
  await expect(visit.getByRole('textbox')).toHaveValue('Excuse me. Why is it dark?');
  await expect(visit.getByRole('textbox')).toBeFocused();
  await expect(visit).not.toHaveAttribute('data-busy');

  await expect(visit).toHaveAttribute('data-version', /^0\.1\.0-dev\.[0-9a-f]{8}$/);
  await expect(page.locator('html')).toHaveAttribute('data-museum', museums.belmonte);
  await expect(page.locator('html')).toHaveAttribute('data-composition', /^\d+$/);
});

test('the visit begins by ear; writing is one tap away, and each choice is remembered', async ({ page, context, baseURL, faults }) => {
  const answers = { consent: ['consent.decline'], expertise: ['visitorType.alone'], time: ['time.5'], voice: ['en-1'] };
  await context.addCookies([
    { name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url: baseURL ?? '' },
    { name: 'museumID', value: museums.cathedral, url: baseURL ?? '' },
  ]);
  await page.goto(`/visit?museum=${museums.cathedral}&collection=6610a1b2c3d4e5f602000006`);
  const visit = screenOf(page, 'visit');
  const tab = (name: string) => visit.getByRole('tab', { name });
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('visitConfig') ?? '{}').inputMode);
  await expect(tab('Audio')).toHaveAttribute('aria-selected', 'true');
  await expect(visit.getByText(/is an AI, not a person\.$/)).toBeVisible();
  await expect(visit.getByRole('textbox')).toHaveCount(0);

  await visit.getByRole('button', { name: 'Use text instead' }).click();
  await expect(visit.getByRole('textbox')).toBeVisible();
  await expect(tab('Text')).toBeFocused();
  expect(await stored()).toBe('text');
  await page.reload();
  await expect(visit.getByRole('textbox')).toBeVisible();

  await tab('Text').press('ArrowLeft');
  await expect(tab('Audio')).toBeFocused();
  await expect(visit.getByText(/is an AI, not a person\.$/)).toBeVisible();
  expect(await stored()).toBe('audio');
  await page.reload();
  await expect(visit.getByRole('button', { name: 'Allow microphone' })).toBeVisible();
  expect(faults.requests.filter((path) => /^\/(?:api\/voice|voice\/room)\//.test(path))).toEqual([]);
});

test('the text-chat museum opens its chat at once', async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}`);
  await expect(page).toHaveURL(/\/text-chat$/);
  const chat = screenOf(page, 'chat');
  await expect(chat.getByText('Good evening. I am Vesper')).toBeVisible();
  await chat.getByRole('textbox').fill('What is the capital of Australia?');
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('log').getByText(/outside these walls/)).toBeVisible();
});

test('the language changes in place, keeps what was typed, and is remembered', async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  await chat.getByRole('textbox').fill('a half typed question');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(chat.getByRole('textbox')).toHaveValue('a half typed question');
  await expect(page.getByLabel('Sprache')).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('a reload keeps what was said, and the next turn takes the next number', async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  const log = chat.getByRole('log');
  await chat.getByRole('textbox').fill('Why does the dome turn?');
  await page.keyboard.press('Enter');
  await expect(log.getByText(/^Source: /)).toBeVisible();
  await expect(chat.getByText('2 messages')).toBeVisible();
  await page.reload();
  await expect(log.getByText('Why does the dome turn?')).toBeVisible();
  await expect(log.getByText(/^Source: /)).toBeVisible();
  await chat.getByRole('textbox').fill('How far can the telescope see?');
  await page.keyboard.press('Enter');
  await expect(chat.getByText('4 messages')).toBeVisible();
  await expect(log.getByText('Why does the dome turn?')).toHaveCount(1);
});

test('on a small phone with twice the text an answer is shown from its first words on', async ({ page, context, baseURL }) => {
  await context.addCookies([
    { name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url: baseURL ?? '' },
    { name: 'museumID', value: museums.belmonte, url: baseURL ?? '' },
  ]);
  await page.addInitScript(() => {
    localStorage.setItem('settings', JSON.stringify({ textSize: 200 }));
    // As on a slow device the browser lays out each piece by itself, and scrolls if it wants to keep something in its place.
    const layOut = () => document.querySelector('[role="log"]')?.scrollTop;
    new MutationObserver(layOut).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(`/visit?museum=${museums.belmonte}&collection=6610a1b2c3d4e5f602000001`);
  const visit = screenOf(page, 'visit');
  await visit.getByRole('button', { name: 'Use text instead' }).click();
  await visit.getByRole('textbox').fill('Why is the ceiling of the painting salon so dark?');
  await page.keyboard.press('Enter');
  const answer = visit.getByRole('listitem').filter({ hasText: /candle/ });
  await expect(answer.getByRole('button', { name: 'Listen', exact: true })).toBeVisible();
  const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(answer)).toBeGreaterThanOrEqual((await topOf(visit.getByRole('log'))) - 1);
});
