import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { toSpoken } from '@enfilade/shared-contracts/voice/pronunciation/to-spoken';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { playedEnd, timeWrittenWords } from './sentence-sound.ts';

const wordsOf = (spoken: string) =>
  [...spoken.matchAll(/\S+/g)].map(({ 0: word, index }, at) => ({ ms: at * 100, offset: index, length: word.length }));
const time = (written: string, spoken: string) => timeWrittenWords(written, spoken, wordsOf(spoken));

it('A written word that is spoken unchanged has the time of the spoken word', () => {
  expect(time('The old mill.', 'The old mill.')).toEqual([
    { text: 'The', ms: 0, end: 3 },
    { text: 'old', ms: 100, end: 7 },
    { text: 'mill.', ms: 200, end: 13 },
  ]);
});

it('The times of written words stay right around replaced words', () => {
  const written = 'Under Louis XIV the mill burned in 1742 again';
  const spoken = toSpoken(written, { language: 'en', pronunciations: [] });
  expect(spoken).toBe('Under Louis the Fourteenth the mill burned in seventeen forty-two again');
  const at = Object.fromEntries(time(written, spoken).map(({ text, ms }) => [text, ms]));
  expect(at).toMatchObject({ Under: 0, Louis: 100, mill: 500, burned: 600, in: 700, 1742: 800, again: 1000 });
});

it('playedEnd returns the end of the last word that has begun', () => {
  const words = time('The old mill.', 'The old mill.');
  expect([-1, 0, 99, 100, 5000].map((ms) => playedEnd(words, ms))).toEqual([0, 3, 3, 7, 13]);
});

it('The times of written words never decrease, and every word has one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '–', 'dd'), { maxLength: 12 }).map((words) => words.join(' '));
  forAll(text, text, (written, spoken) => {
    const timed = time(written, spoken);
    expect(timed.map((word) => word.text)).toEqual(written.split(' ').filter(Boolean));
    expect(timed.map(({ ms }) => ms)).toEqual(timed.map(({ ms }) => ms).toSorted((a, b) => a - b));
    if (written === spoken) expect(timed.map(({ ms }) => ms)).toEqual(wordsOf(spoken).map(({ ms }) => ms));
  });
});
