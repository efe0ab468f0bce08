import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { appendWords, pickKeptDraft } from './use-draft.ts';

describe('a kept draft', () => {
  it('is taken up in its own exhibition alone', () => {
    const kept = { exhibitionId: 'one', text: 'Why is it' };
    expect(pickKeptDraft(kept, 'one')).toBe('Why is it');
    expect(pickKeptDraft(kept, 'two')).toBe('');
  });

  it('is empty for whatever else stood there', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => pickKeptDraft(value, 'one') === ''));
  });
});

describe('dictated words', () => {
  it('stand behind what was typed', () => {
    expect(appendWords('', 'Who painted it?')).toBe('Who painted it?');
    expect(appendWords('Please: ', 'who painted it?')).toBe('Please: who painted it?');
  });
});
