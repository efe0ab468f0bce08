import { describe, expect, it } from '@rstest/core';
import { languages } from '../i18n/language.ts';
import { tourActionOf, tourActions, tourWords } from './tour-words.ts';

describe('the words of a tour', () => {
  it.each(languages)('the words of a tour each mean one action, however they are written, in %s', (language) => {
    for (const action of tourActions)
      for (const words of tourWords[language][action]) expect([words, tourActionOf(`  ${words.toUpperCase()}! `)]).toEqual([words, action]);
  });

  it('the words of a tour mean none inside a longer message', () => {
    for (const message of ['', 'yes but who painted it?', 'Stop painting', 'no, the mirror', '???'])
      expect(tourActionOf(message)).toBeUndefined();
  });
});
