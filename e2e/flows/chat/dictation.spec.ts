import type { Page } from '@playwright/test';
import { answers, chat, expect, field, openChat, test } from '../../test-kit/chat-test.ts';
import { countAlive, watchDevices } from '../../test-kit/instruments.ts';
import { spokenWords as words } from '../../test-kit/transcription-service.ts';

test.use({ permissions: ['microphone'] });

const button = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true });
const recorder = (page: Page) => chat(page).getByLabel('Voice recording');
const bars = (page: Page) => recorder(page).locator('[aria-hidden="true"] > i');
const heights = (page: Page) => bars(page).evaluateAll((all) => all.map((bar) => Math.round(bar.getBoundingClientRect().height)));
/** The microphone loops one phrase of up to three seconds. */
const wholePhrase = (page: Page) => expect(recorder(page).getByText(/^0:(0[3-9]|[1-5]\d)$/)).toBeVisible();

/** Number of rows of circles, of rows of labels, and whether 16 px are free beside the recorder's buttons. */
const placesOf = (page: Page) =>
  chat(page)
    .locator('[data-dictation]')
    .evaluate((panel) => {
      const keys = [...panel.querySelectorAll('button')].map(({ firstElementChild: place, lastElementChild: word }) => {
        const circle = place?.firstElementChild?.getBoundingClientRect();
        const lines = document.createRange();
        if (word) lines.selectNodeContents(word);
        return { middle: circle && circle.top + circle.height / 2, left: circle?.left ?? 0, lines: lines.getClientRects().length };
      });
      const middles = new Set(keys.map(({ middle }) => Math.round(middle ?? 0))).size;
      return { middles, lines: keys.map(({ lines }) => lines), isInside: keys.every(({ left }) => left >= 16) };
    });

test.beforeEach(({ page }) => watchDevices(page));

test('a recording survives a failing service, and Enter sends its words after the typed words', async ({ page, guide, transcription }) => {
  const calls: string[] = [];
  page.on('request', (request) => /\/async\/voice\.|\/voice\/call/.test(request.url()) && calls.push(request.url()));
  await openChat(page);
  await field(page).fill('Excuse me.');
  await button(page, 'Dictate').click();
  await expect(button(page, 'Tap to stop recording')).toBeVisible();
  await expect(chat(page).getByText('Recording...')).toBeVisible();
  await expect(bars(page)).toHaveCount(40);
  await wholePhrase(page);
  // The phrase has pauses.
  const isAsLoudAsTheVoice = async () => {
    const seen = await heights(page);
    return new Set(seen).size > 5 && Math.max(...seen) > 2 * Math.min(...seen);
  };
  await expect.poll(isAsLoudAsTheVoice).toBe(true);
  expect((await countAlive(page)).tracks).toBe(1);

  transcription.setBroken(true);
  await button(page, 'Tap to stop recording').click();
  await expect(recorder(page).getByText('Failed to transcribe audio. Please try again.').first()).toBeVisible();
  await expect(recorder(page).getByText('Your recording is still here.').first()).toBeVisible();
  expect((await countAlive(page)).tracks).toBe(0);
  transcription.setBroken(false);
  await button(page, 'Try again').click();
  await expect(field(page)).toHaveValue(`Excuse me. ${words}`);
  await expect(field(page)).toBeFocused();
  const [first, ...others] = transcription.files;
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) expect(first?.equals(other)).toBe(true);
  expect(transcription.heard.map(({ language, isPhrase }) => [language, isPhrase])).toEqual([['en', true]]);
  expect(transcription.heard[0]?.likeness).toBeGreaterThan(0.8);
  await page.keyboard.type(' Please.');
  await field(page).press('Enter');
  await expect(answers(page)).toContainText('You asked:');
  expect(guide.asked.map(({ input }) => input)).toEqual([`Excuse me. ${words} Please.`]);
  expect(calls).toEqual([]);
});

test('the recorder has one row of buttons, and warns before it sends at its limit', { tag: '@all' }, async ({ page, transcription }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.clock.install();
  await openChat(page);
  await button(page, 'Dictate').click();
  await expect(button(page, 'Tap to stop recording')).toBeVisible();
  for (const language of ['de', 'fr', 'en']) {
    await page.getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(await placesOf(page), language).toEqual({ middles: 1, lines: [1, 1], isInside: true });
  }
  await wholePhrase(page);
  const warning = recorder(page).getByText(/^\d+ seconds? left, then it is sent$/);
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward(44_000);
  await expect(warning.first()).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(field(page)).toHaveValue(words);
  expect(transcription.files).toHaveLength(1);
});
