import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseUiState } from './use-visit-ui-state.ts';

const empty = { shown: 'both', asked: [], draft: '', isVoiceAgreed: false, isSoundKnown: false };

it('The UI state of a visit is restored as it was stored', () => {
  const state = { shown: 'guide', asked: ['Who built it?'], draft: 'Why is', isVoiceAgreed: true, isSoundKnown: true, startedAt: 5 };
  expect(parseUiState(JSON.stringify(state))).toEqual(state);
});

it('The UI state of a visit is empty in the beginning, and in each invalid part', () => {
  expect(parseUiState(undefined)).toEqual(empty);
  expect(parseUiState('{"shown":"nobody","asked":[1],"draft":{},"isVoiceAgreed":1,"startedAt":"now"}')).toEqual(empty);
  expect(parseUiState('{"asked":["Who?"],"draft":7}')).toEqual({ ...empty, asked: ['Who?'] });
  for (const text of ['null', '[]', '7', '{', '"guide"', `{"draft":"${'a'.repeat(30_000)}"}`]) expect(parseUiState(text)).toEqual(empty);
});

itHolds('The UI state of a visit is valid, whatever is stored', [fc.oneof(fc.string(), fc.json())], (text) => {
  const { shown, asked, draft } = parseUiState(text);
  expect([shown === 'both' || shown === 'guide', asked.length <= 9, typeof draft]).toEqual([true, true, 'string']);
});
