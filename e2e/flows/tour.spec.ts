import type { Page } from '@playwright/test';
import { museums, screenOf } from '../test-kit/test.ts';
import { beginKey, expect, openTour, readAnswer, repeated, tap, test, type Walk, walkTour, yesKey } from '../test-kit/tour-test.ts';
import { hold, wholePhraseMs } from '../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

const spokenWordsPerMinute = 130;
/** Time to look at the object and to answer the question. */
const lookingMs = 20_000;
const listenMs = (text: string) => (text.split(/\s+/).length / spokenWordsPerMinute) * 60_000;

const cathedral = { museumID: museums.cathedral, collectionID: '6610a1b2c3d4e5f602000006' };
const gallery = { museumID: museums.gallery, collectionID: '6610a1b2c3d4e5f602000015' };
const walks: (Walk & { name: string })[] = [
  { name: 'the palace in 10 minutes', language: 'en', minutes: 10 },
  { name: 'the palace in 5 minutes in French', language: 'fr', minutes: 5 },
  { name: 'the palace in 15 minutes with children', language: 'de', minutes: 15, given: { expertise: ['visitorType.kids'] } },
  { name: 'the palace in 30 minutes', language: 'en', minutes: 30 },
  { name: 'the cathedral in 15 minutes', language: 'de', minutes: 15, ...cathedral },
  { name: 'the gallery in 10 minutes', language: 'en', minutes: 10, ...gallery },
  { name: 'the palace in 5 minutes, in a call', language: 'en', minutes: 5, input: 'audio' },
  { name: 'the gallery in 5 minutes in French, in a call', language: 'fr', minutes: 5, ...gallery, input: 'audio' },
];
const inFiveMinutes = { language: 'en', minutes: 5 } as const;
const visit = (page: Page) => screenOf(page, 'visit');

for (const { name, ...walk } of walks)
  test(`a visitor completes the tour of ${name} by taps alone`, { tag: '@all' }, async ({ page, baseURL, passSiteTime }) => {
    await openTour(page, baseURL ?? '', walk);
    const left: number[] = [];
    const answers = await walkTour(page, walk.language, async ({ tour, text }) => {
      const minutes = Math.ceil(tour.leftSeconds / 60);
      if (tour.phase === 'under-way') await expect(visit(page).getByText(new RegExp(`^${minutes} [Mm]in\\.?$`))).toBeAttached();
      left.push(minutes);
      passSiteTime(lookingMs + (walk.input === 'audio' ? 0 : listenMs(text)));
    });
    expect(repeated(answers)).toEqual([]);
    expect(left).toEqual(left.toSorted((one, other) => other - one));
    expect(answers.at(-1)?.tour.phase).toBe('over');
    // The transcript scrolls, and the screen around the transcript does not.
    expect(await visit(page).evaluate(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight])).toEqual([
      0, 0,
    ]);
  });

for (const input of ['typed', 'spoken'] as const)
  test(`a visitor takes the tour and asks a question by ${input} words`, { tag: '@all' }, async ({ page, baseURL, transcription }) => {
    await openTour(page, baseURL ?? '', input === 'spoken' ? { ...inFiveMinutes, input: 'audio' } : inFiveMinutes);
    await expect(beginKey(page, 'en')).toBeVisible();
    let turn = 0;
    const send = {
      async spoken(words: string) {
        transcription.setWords(words);
        const before = transcription.heard.length;
        const { release } = await hold(page);
        await page.waitForTimeout(wholePhraseMs);
        await release();
        await expect.poll(() => transcription.heard.length).toBeGreaterThan(before);
      },
      async typed(words: string) {
        await visit(page).getByRole('textbox').fill(words);
        await page.keyboard.press('Enter');
      },
    };
    const say = async (words: string) => {
      await send[input](words);
      turn += 1;
      await expect.poll(() => readAnswer(page, turn)).toBeDefined();
      return (await readAnswer(page, turn))?.tour;
    };
    expect(await say('Start the tour, please')).toMatchObject({ phase: 'under-way', action: 'begin', room: 1, stop: 1 });
    expect(await say('Yes, please')).toMatchObject({ action: 'yes', room: 1, stop: 2 });
    const asked = await say('Why is the ceiling of the painting salon so dark?');
    expect(asked).toMatchObject({ phase: 'under-way', room: 1, stop: 2 });
    expect(asked?.action).toBeUndefined();
    expect(await say('Next')).toMatchObject({ phase: 'under-way', action: 'next' });
    expect(await say('End the tour')).toMatchObject({ phase: 'over', action: 'end' });
  });

test('two tabs that say Yes at once show one stop, and the tour advances once', { tag: '@all' }, async ({ page, context, baseURL }) => {
  await openTour(page, baseURL ?? '', inFiveMinutes);
  await tap(beginKey(page, 'en'));
  await expect(yesKey(page, 'en')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/visit');
  await expect(yesKey(other, 'en')).toBeVisible();
  await Promise.all([page, other].map((tab) => tap(yesKey(tab, 'en'))));
  await expect.poll(() => readAnswer(page, 2)).toBeDefined();
  await expect.poll(() => readAnswer(other, 2)).toBeDefined();
  expect(await readAnswer(other, 2)).toEqual(await readAnswer(page, 2));
  await tap(yesKey(other, 'en'));
  await expect.poll(async () => (await readAnswer(other, 3))?.tour.mark).not.toBe((await readAnswer(page, 2))?.tour.mark);
});
