import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { isSendable, remainingCharacters } from './ask.ts';

it.each([
  ['1,799 characters', 'a'.repeat(1799), undefined, true],
  ['1,800 characters', 'a'.repeat(1800), 200, true],
  ['2,000 characters', 'a'.repeat(2000), 0, true],
  ['2,001 characters', 'a'.repeat(2001), -1, false],
  ['blanks alone', ' \n ', undefined, false],
  ['a letter between blanks', ' a ', undefined, true],
  ['2,000 characters between blanks', ` ${'a'.repeat(2000)} `, 0, true],
])('a draft of %s is counted down to 2,000 and is sendable with 1 to 2,000 characters', (_, draft, remaining, isSent) => {
  expect([remainingCharacters(draft), isSendable(draft)]).toEqual([remaining, isSent]);
});

it('a draft is sendable exactly if it holds a character and has none too many', () => {
  const anyDraft = fc.tuple(fc.nat(4000), fc.string()).map(([length, end]) => 'x'.repeat(length) + end);
  forAll(anyDraft, (draft) => isSendable(draft) === (draft.trim() !== '' && (remainingCharacters(draft) ?? 0) >= 0));
});
