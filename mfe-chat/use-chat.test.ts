import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickStoredDraft } from './use-chat.ts';

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
