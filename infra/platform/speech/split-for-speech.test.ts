import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { splitForSpeech } from './read-aloud.ts';

const words = (text: string) => text.replaceAll(/\s+/g, '');

it('splitForSpeech returns a piece for each sentence and each line, and cuts a long sentence after a comma, else between words', () => {
  const pieces = splitForSpeech('It was built in 1788. It is of oak.\n\nA list:\n- one\n- two');
  expect(pieces).toEqual(['It was built in 1788.', 'It is of oak.', 'A list:', '- one', '- two']);
  const half = 'word '.repeat(30).trim();
  expect(splitForSpeech(`${half}, ${half}.`)).toEqual([`${half},`, `${half}.`]);
  for (const piece of splitForSpeech('word '.repeat(100))) expect(piece).toMatch(/^(word )*word$/);
});

it('splitForSpeech loses nothing, cuts no character in two and returns no long or empty piece', () => {
  const text = fc.array(fc.constantFrom('word', ', ', '. ', ' ', '\n', '😀', 'x'.repeat(90), 'É'), { maxLength: 60 });
  forAll(text, (parts) => {
    const pieces = splitForSpeech(parts.join(''));
    expect(words(pieces.join(''))).toBe(words(parts.join('')));
    for (const piece of pieces) {
      expect(piece.length).toBeGreaterThan(0);
      expect(piece.length).toBeLessThanOrEqual(200);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
