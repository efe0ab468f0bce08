import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { splitForSpeech } from './read-aloud.ts';

const words = (text: string) => text.replaceAll(/\s+/g, '');

describe('a text in pieces', () => {
  it('a text in pieces has a piece a sentence, and a line', () => {
    expect(splitForSpeech('It was built in 1788. It is of oak.\n\nA list:\n- one\n- two')).toEqual([
      'It was built in 1788.',
      'It is of oak.',
      'A list:',
      '- one',
      '- two',
    ]);
  });

  it('a long sentence of a text in pieces is cut at a pause for breath', () => {
    const half = 'word '.repeat(30).trim();
    expect(splitForSpeech(`${half}, ${half}.`)).toEqual([`${half},`, `${half}.`]);
  });

  it('a text in pieces has one without commas cut between words', () => {
    for (const piece of splitForSpeech('word '.repeat(100))) expect(piece).toMatch(/^(word )*word$/);
  });

  it('a text in pieces loses nothing, cuts no character in two, and has no piece that is long or empty', () => {
    const text = fc.array(fc.constantFrom('word', ', ', '. ', ' ', '\n', '😀', 'x'.repeat(90), 'É'), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => {
        const pieces = splitForSpeech(parts.join(''));
        expect(words(pieces.join(''))).toBe(words(parts.join('')));
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(200);
          expect(piece).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });
});
