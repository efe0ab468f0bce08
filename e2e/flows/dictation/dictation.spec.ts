import type { Page } from '@playwright/test';
import { answers, chat, expect, field, openChat, recordedSeconds, test, withoutMotion } from '../../test-kit/chat-test.ts';
import { countAlive, watchDevices } from '../../test-kit/instruments.ts';
import { phrases } from '../../test-kit/transcription-service.ts';

test.use({ permissions: ['microphone'] });

const words = phrases['why-dark-en'];

const button = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true });
const recorder = (page: Page) => chat(page).getByLabel('Voice recording');
const bars = (page: Page) => recorder(page).locator('[aria-hidden="true"] > i');
const heights = (page: Page) => bars(page).evaluateAll((all) => all.map((bar) => Math.round(bar.getBoundingClientRect().height)));

test.beforeEach(({ page }) => watchDevices(page));

/** The whole phrase once, wherever in its loop the microphone is. */
const wholePhrase = (page: Page) => expect(recorder(page).getByText(/^0:(0[89]|[1-5]\d)$/)).toBeVisible();

async function recordPhrase(page: Page) {
  await button(page, 'Dictate').click();
  await wholePhrase(page);
  await button(page, 'Tap to stop recording').click();
}

/** A moment that the service is told to find no words in. */
async function recordNothing(page: Page) {
  await button(page, 'Dictate').click();
  await expect(recordedSeconds(page)).toBeVisible();
  await button(page, 'Tap to stop recording').click();
}

test('what is said stands in the field, behind what was typed, can be changed, and Enter sends it; the code of calls is not fetched', async ({
  page,
  guide,
  transcription,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => /\/async\/voice\.|\/voice\/call/.test(request.url()) && calls.push(request.url()));
  await withoutMotion(page);
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

  await button(page, 'Tap to stop recording').click();
  await expect(field(page)).toHaveValue(`Excuse me. ${words}`);
  await expect(field(page)).toBeFocused();
  expect((await countAlive(page)).tracks).toBe(0);
  expect(transcription.heard.map(({ language, phrase }) => [language, phrase])).toEqual([['en', 'why-dark-en']]);
  expect(transcription.heard[0]?.likeness).toBeGreaterThan(0.8);
  // Who goes on by hand goes on behind what was said.
  await page.keyboard.type(' Please.');
  await field(page).press('Enter');
  await expect(answers(page)).toContainText('You asked:');
  expect(guide.asked.map(({ input }) => input)).toEqual([`Excuse me. ${words} Please.`]);
  expect(calls).toEqual([]);
});

test('what is discarded goes nowhere, and the draft is there again', async ({ page, transcription }) => {
  await openChat(page);
  await field(page).fill('half a question');
  await button(page, 'Dictate').click();
  await expect(recordedSeconds(page)).toBeVisible();
  await button(page, 'Discard').click();
  await expect(field(page)).toHaveValue('half a question');
  await expect(field(page)).toBeFocused();
  expect((await countAlive(page)).tracks).toBe(0);
  expect(transcription.files).toEqual([]);
});

test('Escape discards as well', async ({ page, transcription }) => {
  await openChat(page);
  await button(page, 'Dictate').click();
  await expect(recordedSeconds(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeVisible();
  expect(transcription.files).toEqual([]);
});

test('a service that fails loses nothing: Try again sends the same recording', async ({ page, transcription }) => {
  await openChat(page);
  await field(page).fill('Excuse me.');
  transcription.setBroken(true);
  await recordPhrase(page);
  await expect(recorder(page).getByText('Failed to transcribe audio. Please try again.').first()).toBeVisible();
  await expect(recorder(page).getByText('Your recording is still here.').first()).toBeVisible();
  transcription.setBroken(false);
  await button(page, 'Try again').click();
  await expect(field(page)).toHaveValue(`Excuse me. ${words}`);
  const [first, ...others] = transcription.files;
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) expect(first?.equals(other)).toBe(true);
});

test('a recording that failed can be given up, and the draft is there again', async ({ page, transcription }) => {
  await openChat(page);
  await field(page).fill('half a question');
  transcription.setBroken(true);
  await recordNothing(page);
  await expect(button(page, 'Try again')).toBeVisible();
  await button(page, 'Discard').click();
  await expect(field(page)).toHaveValue('half a question');
});

test('without words it says so, and offers to record again or to type', async ({ page, transcription }) => {
  await openChat(page);
  transcription.setDeaf(true);
  await recordNothing(page);
  await expect(recorder(page).getByText('No words could be heard. Speak a little closer to the phone, or type.').first()).toBeVisible();
  await button(page, 'Record again').click();
  await expect(button(page, 'Tap to stop recording')).toBeVisible();
  await button(page, 'Discard').click();
  await expect(field(page)).toHaveValue('');
});

test('ten seconds before the minute is over it warns, and then what was said is sent', async ({ page, transcription }) => {
  await page.clock.install();
  await openChat(page);
  await button(page, 'Dictate').click();
  await expect(button(page, 'Tap to stop recording')).toBeVisible();
  await wholePhrase(page);
  await expect(recorder(page).getByText(/then it is sent/)).toHaveCount(0);
  await page.clock.fastForward(44_000);
  await expect(
    recorder(page)
      .getByText(/^\d+ seconds? left, then it is sent$/)
      .first(),
  ).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(field(page)).toHaveValue(words);
  expect(transcription.files).toHaveLength(1);
});

test('a message that is waiting for its answer keeps the microphone where it is', async ({ page, guide }) => {
  guide.answerWith(() => ({ chunks: ['One ', 'two'], hangsAfter: 1 }));
  await withoutMotion(page);
  await openChat(page);
  await field(page).fill('Count');
  await field(page).press('Enter');
  await expect(answers(page)).toContainText('One');
  await recordPhrase(page);
  await expect(field(page)).toHaveValue(words);
});
