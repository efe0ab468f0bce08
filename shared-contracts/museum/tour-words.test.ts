import { expect, it } from '@rstest/core';
import { languages } from '../i18n/language.ts';
import { tourActionOf, tourActions, tourWords } from './tour-words.ts';

it.each(languages)('each tour word means one action in upper or lower case and with any punctuation in %s', (language) => {
  for (const action of tourActions)
    for (const words of tourWords[language][action]) expect([words, tourActionOf(`  ${words.toUpperCase()}! `)]).toEqual([words, action]);
});

it('a tour word inside a longer message means no action', () => {
  for (const message of ['', 'yes but who painted it?', 'Stop painting', 'no, the mirror', '???'])
    expect(tourActionOf(message)).toBeUndefined();
});
