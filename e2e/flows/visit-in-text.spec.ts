import type { Locator } from '@playwright/test';
import { rememberAnswers } from '../test-kit/answers.ts';
import { replaceRecogniser } from '../test-kit/instruments.ts';
import { listenToPage, loudnessOf } from '../test-kit/sound.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a visitor passes all screens, gets and hears an answer with its source, and dictates', async ({ page, context, faults }) => {
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
  await answer.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => loudnessOf(page)).toBeLessThan(0.01);

  await visit.getByRole('textbox').fill('Excuse me.');
  await button('Dictate').click();
  await expect(visit.getByText(/^Your browser writes down what you say\. It sends your voice to its maker/).first()).toBeVisible();
  const recognising = () => page.evaluate(() => (window as unknown as { recognising?: string }).recognising);
  expect(await recognising()).toBeUndefined();
  await button('Speak').click();
  await expect.poll(recognising).toMatch(/^en/);
  await expect(button('Tap to stop recording')).toBeFocused();
  await button('Tap to stop recording').click();
  await expect(visit.getByRole('textbox')).toHaveValue('Excuse me. Why is it dark?');
  await expect(visit.getByRole('textbox')).toBeFocused();
  expect(faults.requests.filter((path) => path.startsWith('/api/transcriptions'))).toEqual([]);

  await expect(visit).toHaveAttribute('data-version', /^0\.1\.0-dev\.[0-9a-f]{8}$/);
  await expect(page.locator('html')).toHaveAttribute('data-museum', museums.belmonte);
  await expect(page.locator('html')).toHaveAttribute('data-composition', /^\d+$/);
});

test('the text-chat museum opens its chat at once, with the exhibition’s own welcome in the visitor’s language', async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}`);
  await expect(page).toHaveURL(/\/text-chat$/);
  const chat = screenOf(page, 'chat');
  await expect(chat.getByText('Welcome. I am Vesper')).toBeVisible();
  await page.getByLabel('Language').selectOption('fr');
  await expect(chat.getByText(/^Bienvenue\. Je suis Vesper/)).toBeVisible();
  await page.getByRole('combobox').selectOption('en');
  await chat.getByRole('textbox').fill('What is the capital of Australia?');
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('log').getByText(/outside these walls/)).toBeVisible();
});

test('a small phone with text at 200 % shows an answer from its first words', { tag: '@all' }, async ({ page, context, baseURL }) => {
  await rememberAnswers(context, baseURL);
  await page.addInitScript(() => {
    localStorage.setItem('settings', JSON.stringify({ textSize: 200 }));
    // Forces a layout for each piece, as on a slow device, so that scroll anchoring can act.
    const layOut = () => document.querySelector('[role="log"]')?.scrollTop;
    new MutationObserver(layOut).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/visit');
  const visit = screenOf(page, 'visit');
  await visit.getByRole('button', { name: 'Use text instead' }).click();
  await visit.getByRole('textbox').fill('Why is the ceiling of the painting salon so dark?');
  await page.keyboard.press('Enter');
  const answer = visit.getByRole('listitem').filter({ hasText: /candle/ });
  await expect(answer.getByRole('button', { name: 'Listen', exact: true })).toBeVisible();
  const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(answer)).toBeGreaterThanOrEqual((await topOf(visit.getByRole('log'))) - 1);
});
