import { expect, it } from '@rstest/core';
import { localize, parseMuseumLanguage } from './localize.ts';

it.each([
  ['Guide', 'de', 'Guide'],
  [{ en: 'Hall', de: 'Saal' }, 'de', 'Saal'],
  [{ en: 'Hall', de: 'Saal' }, 'fr', 'Hall'],
  [{ en: 'Hall' }, 'en', 'Hall'],
] as const)('localize(%j, %s) is %s', (text, language, expected) => {
  expect(localize(text, language)).toBe(expected);
});

it.each([
  ['German', 'de'],
  [' french ', 'fr'],
  ['English', 'en'],
  ['de', 'de'],
  ['Italian', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
  ['__proto__', 'en'],
  ['toString', 'en'],
] as const)('a museum’s language %j is read as %s', (value, language) => {
  expect(parseMuseumLanguage(value)).toBe(language);
});
