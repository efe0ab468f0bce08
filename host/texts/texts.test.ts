import { findTextProblems } from '@enfilade/shared-contracts/i18n/testing/text-parity';
import { expect, it } from '@rstest/core';
import { texts } from './texts.ts';

it('says the same in three languages', () => {
  expect(findTextProblems(texts)).toEqual([]);
});
