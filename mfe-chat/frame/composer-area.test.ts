import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { appendWords, pickStoredDraft } from './composer-area.tsx';

describe('a stored draft', () => {
  it('is restored in its own exhibition alone', () => {
    const stored = { exhibitionId: 'one', text: 'Why is it' };
    expect(pickStoredDraft(stored, 'one')).toBe('Why is it');
    expect(pickStoredDraft(stored, 'two')).toBe('');
  });

  it('is empty for any other value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => pickStoredDraft(value, 'one') === ''));
  });
});

describe('dictated words', () => {
  it('stand behind what was typed', () => {
    expect(appendWords('', 'Who painted it?')).toBe('Who painted it?');
    expect(appendWords('Please: ', 'who painted it?')).toBe('Please: who painted it?');
  });
});
