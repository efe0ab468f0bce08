import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { speechLimit } from '../../../api/limits.ts';
import { anyText } from '../../../kit/testing/any-text.ts';
import { splitSpeech } from './split-speech.ts';

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim();
const withoutSpace = (text: string) => text.replace(/\s+/g, '');
const words = fc
  .array(
    fc.constantFrom(
      ...['Der', 'Saal', '1740', '19.', 'alt.', 'Dr.', 'Ja!', 'Wer?', '–', '—', '-', 'schön,', 'und;', '…', '\n', '»', 'XIV.', '🖼'],
    ),
    { maxLength: 120 },
  )
  .map((all) => all.join(' '));
const limits = fc.integer({ min: 20, max: 200 });

describe('a text to be spoken', () => {
  it.each([
    ['', []],
    ['One sentence', ['One sentence']],
    [
      'The first sentence is long enough to stand alone. The second. The third.',
      ['The first sentence is long enough to stand alone.', 'The second. The third.'],
    ],
    [
      'Yes. It was. All of it was painted in the year 1740. Then came others.',
      ['Yes. It was. All of it was painted in the year 1740.', 'Then came others.'],
    ],
    [
      'It was bare for a hundred years – then Tiepolo came – and painted. He left.',
      ['It was bare for a hundred years – then Tiepolo came – and painted.', 'He left.'],
    ],
    ['The first sentence is long enough to stand alone. …', ['The first sentence is long enough to stand alone. …']],
  ])('a text to be spoken %j is spoken as %j', (text, pieces) => {
    expect(splitSpeech(text)).toEqual(pieces);
  });

  it.each([
    ['at its last clause', 'The hall of the palace, painted by Tiepolo', ['The hall of the palace,', 'painted by Tiepolo']],
    ['before a dash', 'The hall of the palace – painted by Tiepolo', ['The hall of the palace', '– painted by Tiepolo']],
    [
      'at a space where the clause is too short',
      'Now, the grand hall of the old palace of Orla',
      ['Now, the grand hall of the', 'old palace of Orla'],
    ],
    ['within a word where there is no space', 'x'.repeat(40), ['x'.repeat(26), 'x'.repeat(14)]],
    ['beside a sign of two units, never in it', `${'x'.repeat(25)}🖼${'x'.repeat(5)}`, ['x'.repeat(25), `🖼${'x'.repeat(5)}`]],
  ])('a text to be spoken is cut %s when a sentence is too long', (_, text, pieces) => {
    expect(splitSpeech(text, 26)).toEqual(pieces);
  });

  it('a text to be spoken keeps every word once and in order', () => {
    fc.assert(
      fc.property(words, limits, (text, limit) => {
        expect(splitSpeech(text, limit).join(' ')).toBe(normalise(text));
      }),
    );
  });

  it('a text to be spoken loses no sign of any text, and no piece is empty or too long', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'grapheme' }), anyText({ maxLength: 300 })), limits, (text, limit) => {
        const pieces = splitSpeech(text, limit);
        expect(withoutSpace(pieces.join(''))).toBe(withoutSpace(text));
        expect(pieces.every((piece) => piece !== '' && piece.trim() === piece && piece.length <= limit)).toBe(true);
      }),
    );
  });

  it('a text to be spoken goes in as few requests as there is room for', () => {
    const sentence = 'Ten letters and a stop make this sentence whole.';
    const count = Math.floor((speechLimit + 1) / (sentence.length + 1));
    const pieces = splitSpeech(Array.from({ length: 1 + 2 * count }, () => sentence).join(' '));
    expect(pieces.map((piece) => piece.split('.').length - 1)).toEqual([1, count, count]);
  });

  it('a text to be spoken is split in a time that grows with its length alone', () => {
    const text = `${'a '.repeat(20_000)}${'. '.repeat(20_000)}${'b'.repeat(20_000)}${', '.repeat(20_000)}`;
    expect(splitSpeech(text).every((piece) => piece.length <= speechLimit)).toBe(true);
  });
});
