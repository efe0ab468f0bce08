import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickStoredDraft } from './use-chat.ts';

it('A stored draft is restored in its own exhibition alone', () => {
  const stored = { exhibitionId: 'one', text: 'Why is it' };
  expect(pickStoredDraft(stored, 'one')).toBe('Why is it');
  expect(pickStoredDraft(stored, 'two')).toBe('');
});

it('A stored value that is no draft gives an empty draft', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => pickStoredDraft(value, 'one') === ''));
});
