import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { speechLimit } from '../../../api/limits.ts';
import { anyText } from '../../../kit/testing/any-text.ts';
import { forAll, itHolds } from '../../../kit/testing/for-all.ts';
import { splitSpeech } from './split-speech.ts';

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim();
const withoutSpace = (text: string) => text.replace(/\s+/g, '');
const word = fc.constantFrom('\n', ...'Der Saal 1740 19. alt. Dr. Ja! Wer? – — - schön, und; … » XIV. 🖼'.split(' '));
const words = fc.array(word, { maxLength: 120 }).map((all) => all.join(' '));
const limits = fc.integer({ min: 20, max: 200 });

const long = 'The first sentence is long enough to stand alone.';
const dashed = 'It was bare for a hundred years – then Tiepolo came – and painted.';
it.each([
  ['', []],
  ['One sentence', ['One sentence']],
  [`${long} The second. The third.`, [long, 'The second. The third.']],
  ['Yes. It was. All of it was painted in 1740. Then came others.', ['Yes. It was. All of it was painted in 1740.', 'Then came others.']],
  [`${dashed} He left.`, [dashed, 'He left.']],
  [`${long} …`, [`${long} …`]],
])('splitSpeech() splits %j into %j', (text, pieces) => {
  expect(splitSpeech(text)).toEqual(pieces);
});

it.each([
  ['at its last space', 'Now, the grand hall of the old palace of Orla', ['Now, the grand hall of the', 'old palace of Orla']],
  ['within a word without spaces', 'x'.repeat(40), ['x'.repeat(26), 'x'.repeat(14)]],
  ['beside a surrogate pair', `${'x'.repeat(25)}🖼${'x'.repeat(5)}`, ['x'.repeat(25), `🖼${'x'.repeat(5)}`]],
])('splitSpeech() cuts a long sentence %s', (_, text, pieces) => {
  expect(splitSpeech(text, 26)).toEqual(pieces);
});

itHolds('splitSpeech() keeps every word once and in order', [words, limits], (text, limit) => {
  expect(splitSpeech(text, limit).join(' ')).toBe(normalise(text));
});

it('splitSpeech() loses no character, and each part is non-empty and within the limit', () => {
  forAll(fc.oneof(words, fc.string({ unit: 'grapheme' }), anyText({ maxLength: 300 })), limits, (text, limit) => {
    const pieces = splitSpeech(text, limit);
    expect(withoutSpace(pieces.join(''))).toBe(withoutSpace(text));
    expect(pieces.every((piece) => piece !== '' && piece.trim() === piece && piece.length <= limit)).toBe(true);
  });
});

it('splitSpeech() makes the first part short and later parts as long as the limit allows', () => {
  const sentence = 'Ten letters and a stop make this sentence whole.';
  const count = Math.floor((speechLimit + 1) / (sentence.length + 1));
  const pieces = splitSpeech(Array.from({ length: 1 + 2 * count }, () => sentence).join(' '));
  expect(pieces.map((piece) => piece.split('.').length - 1)).toEqual([1, count, count]);
});

it('splitSpeech() needs time proportional to the length of the text', () => {
  const text = `${'a '.repeat(20_000)}${'. '.repeat(20_000)}${'b'.repeat(20_000)}${', '.repeat(20_000)}`;
  expect(splitSpeech(text).every((piece) => piece.length <= speechLimit)).toBe(true);
});
