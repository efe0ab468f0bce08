import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Entry, translateEntry } from '../transcript/translate-entries.ts';
import { phraseAt, pickCaptions } from './captions-card.tsx';

const entry = (speaker: Entry['speaker'], text: string, turn = 1): Entry => ({
  key: `${turn}${speaker}`,
  number: turn,
  turn,
  speaker,
  text,
  sources: [],
  state: 'complete',
});
const asked = entry('visitor', 'Why is the ceiling so dark?');
const answered = entry('guide', 'The colours are still there: by the window a strip was cleaned of candle smoke.');
const marks = (captions: ReturnType<typeof pickCaptions>) => captions.map(({ words, marked }) => words.slice(...marked).join(' '));

it('The captions show the question alone, and then the answer below the question', () => {
  const captions = pickCaptions([entry('guide', 'Welcome.', 0), asked, answered], { phase: 'ready', turn: 1, spoken: undefined });
  expect(captions.map(({ speaker, isPast }) => `${speaker} ${isPast}`)).toEqual(['visitor true', 'guide false']);
  expect(captions[1]?.words.join(' ')).toBe(answered.text);
  const before = pickCaptions([entry('guide', 'Welcome.', 0), asked], { phase: 'thinking', turn: 1, spoken: undefined });
  expect(before.map(({ key }) => key)).toEqual([captions[0]?.key]);
  const greeting = pickCaptions([asked, answered, entry('guide', 'I am back.', 1)], { phase: 'ready', turn: 1, spoken: undefined });
  expect(greeting.map((caption) => caption.words.join(' '))).toEqual(['I am back.']);
});

it('Translated captions mark the phrase at the voice’s place in the sentence, and the words in another language', () => {
  const german = translateEntry(
    { ...answered, text: 'The colours are still there. By the window.' },
    new Map([
      ['en de The colours are still there.', 'Die Farben sind noch da.'],
      ['en de By the window.', null],
    ]),
    { language: 'en', to: 'de', isChosen: true },
  );
  expect(german.pieces?.map(({ language }) => language)).toEqual(['de', 'en']);
  const at = (words: number) => pickCaptions([asked, german], { phase: 'speaking', turn: 1, spoken: { turn: 1, words } });
  expect([marks(at(0))[1], marks(at(6))[1]]).toEqual(['Die Farben sind noch', expect.stringContaining('the window.')]);
  expect([at(0)[1]?.languages?.slice(4, 6), at(0)[1]?.isPartlyOriginal]).toEqual([['de', 'en'], true]);
});

it('The captions mark the phrase that the guide is saying, and nothing after the last word', () => {
  const at = (words: number) => marks(pickCaptions([asked, answered], { phase: 'speaking', turn: 1, spoken: { turn: 1, words } }));
  expect(at(0)).toEqual(['', 'The colours are still']);
  expect(at(6)).toEqual(['', 'there: by the window']);
  expect(at(9)).toEqual(['', 'a strip was cleaned']);
  expect(at(15)).toEqual(['', '']);
});

it('The captions mark the end of what the visitor is saying, and nothing of an older turn', () => {
  expect(marks(pickCaptions([asked], { phase: 'listening', turn: 1, spoken: undefined }))).toEqual(['ceiling so dark?']);
  expect(marks(pickCaptions([asked], { phase: 'thinking', turn: 1, spoken: undefined }))).toEqual(['']);
  expect(marks(pickCaptions([asked, answered], { phase: 'listening', turn: 2, spoken: { turn: 1, words: 3 } }))).toEqual(['', '']);
});

it('A phrase ends at a pause in the sentence and contains its word, and phrases follow each other without a gap', () => {
  expect(phraseAt(['Yes,', 'indeed.', 'Smoke', 'it', 'was'], 0)).toEqual([0, 2]);
  forAll(fc.array(fc.stringMatching(/^[a-z]{1,5}[,.]?$/)), fc.integer({ min: 0, max: 40 }), (words, index) => {
    const [from, to] = phraseAt(words, index);
    if (index >= words.length) expect([from, to]).toEqual([words.length, words.length]);
    else {
      expect(from <= index && index < to).toBe(true);
      expect(to - from).toBeLessThanOrEqual(5);
      expect(phraseAt(words, from)).toEqual([from, to]);
      if (from > 0) expect(phraseAt(words, from - 1)[1]).toBe(from);
    }
  });
});
