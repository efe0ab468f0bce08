import { expect, it } from '@rstest/core';
import { findTextProblems } from '../../i18n/testing/text-parity.ts';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

it('says the same in three languages', () => {
  expect(findTextProblems({ en, de, fr })).toEqual([]);
});
