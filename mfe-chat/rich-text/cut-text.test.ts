import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { cutText, findStart } from './cut-blocks.ts';

const seenAsOne = ['👩‍👩‍👧', 'e\u0301', '👍🏽', '❤️', '😀', 'n\u0303\u0323'];

describe('text cut where characters meet', () => {
  it.each(seenAsOne)('shows %j whole or not at all', (character) => {
    const text = `a${character}b`;
    for (let shown = 1; shown <= character.length; shown += 1) {
      expect(cutText(text, shown)).toBe('a');
      // Browsers without a segmenter.
      expect(text.slice(0, findStart(text, shown))).toBe('a');
    }
    expect(cutText(text, character.length + 1)).toBe(`a${character}`);
    expect(findStart(text, character.length + 1)).toBe(character.length + 1);
  });

  it('never leaves half of a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, shown) => {
        for (const cut of [cutText(text, shown), text.slice(0, shown < text.length ? findStart(text, shown) : undefined)]) {
          expect(text.startsWith(cut)).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(shown);
          expect(cut).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
  });
});
