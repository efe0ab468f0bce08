import { findTextProblems } from '@enfilade/shared-contracts/i18n/testing/text-parity';
import { expect, it } from '@rstest/core';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

it('says the same in three languages', () => {
  expect(findTextProblems({ en, de, fr })).toEqual([]);
});
