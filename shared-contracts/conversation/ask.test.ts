import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isSendable, remainingCharacters } from './ask.ts';

describe('the draft', () => {
  it('is counted down from 1,800 characters to 2,000 and beyond', () => {
    expect(remainingCharacters('a'.repeat(1799))).toBeUndefined();
    expect(remainingCharacters('a'.repeat(1800))).toBe(200);
    expect(remainingCharacters('a'.repeat(2000))).toBe(0);
    expect(remainingCharacters('a'.repeat(2001))).toBe(-1);
  });

  it('may be sent with 1 to 2,000 characters, blanks around it not counted', () => {
    expect(isSendable(' \n ')).toBe(false);
    expect(isSendable(' a ')).toBe(true);
    expect(isSendable(` ${'a'.repeat(2000)} `)).toBe(true);
    expect(isSendable('a'.repeat(2001))).toBe(false);
  });

  it('is never sendable when it is counted as too long', () => {
    const anyDraft = fc.tuple(fc.nat(4000), fc.string()).map(([length, end]) => 'x'.repeat(length) + end);
    fc.assert(fc.property(anyDraft, (draft) => isSendable(draft) === (draft.trim() !== '' && (remainingCharacters(draft) ?? 0) >= 0)));
  });
});
