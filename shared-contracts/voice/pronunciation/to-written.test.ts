import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Language, languages } from '../../i18n/language.ts';
import { forAll, itHolds } from '../../kit/testing/for-all.ts';
import type { Pronunciation } from '../../museum/museum.ts';
import { builtInRules, toSpoken } from './to-spoken.ts';
import { toWritten } from './to-written.ts';

const list = (pairs: Record<string, string>): Pronunciation[] =>
  Object.entries(pairs).map(([key, value]) => ({ type: 'exact', key, value }));
const own = list({ Savelli: 'Sa-vel-lee', Zennari: 'Dzen-nah-ree', 'Frau Übler': 'Frau Yblér', 'x.y*': '$& [a-z]', Šípek: 'Schie-pek' });
const neutral: Record<Language, string[]> = {
  en: ['the', 'ceiling', 'Look', 'ägypt', 'I', '42', 'garçon', '😀'],
  de: ['die', 'Decke', 'Schauen', 'über', 'unter', 'für', 'das', '42', '😀'],
  fr: ['le', 'plafond', 'Regardez', 'à', 'où', 'l’œuvre', '42', '😀'],
};
const separators = fc.constantFrom(' ', ', ', '; ', ' (', ') ', ' – ', '\n', '… ', '? ', ' « ', ': ');

/** Words that belong to no term, and two-way terms in their usual writing, separated as in sentences. */
function knownTexts(language: Language) {
  const terms = [...builtInRules(language).filter(({ isOneWay }) => !isOneWay), ...own.map(({ key }) => ({ written: key }))];
  const words = fc.oneof(fc.constantFrom(...neutral[language]), fc.constantFrom(...terms.map(({ written }) => written)));
  return fc.array(fc.tuple(words, separators), { maxLength: 14 }).map((pairs) => pairs.flatMap(separated).join(''));
}

/** Voices read two adjacent numbers as one number: « mille deux cent deux mille ». */
const separated = ([word, separator]: [string, string]) => [word, separator === ' ' && /\d$/.test(word) ? ', ' : separator];

const shout: Record<Language, string> = {
  en: 'LOUIS THE FOURTEENTH in the EIGHTEENTH century, Seventeen Forty-Two, tee-eh-po-lo',
  de: 'ludwig DER vierzehnte und im ACHTZEHNTEN JAHRHUNDERT, SIEBZEHNHUNDERTZWEIUNDVIERZIG, dschotto',
  fr: 'LOUIS quatorze au DIX-HUITIÈME siècle, MILLE sept cent quarante-deux, DJOTTO',
};
const quiet: Record<Language, string> = {
  en: 'Louis XIV in the 18th century, 1742, Tiepolo',
  de: 'Ludwig XIV. und im 18. Jahrhundert, 1742, Giotto',
  fr: 'Louis XIV au XVIIIe siècle, 1742, Giotto',
};

describe.each(languages)('toWritten in %s', (language) => {
  const options = { language, pronunciations: own };

  itHolds('toWritten() restores what toSpoken() made of known terms and neutral words', [knownTexts(language)], (text) => {
    expect(toWritten(toSpoken(text, options), options)).toBe(text);
  });

  it('toWritten() restores every two-way term of the built-in rules', () => {
    for (const { written, isOneWay } of builtInRules(language)) {
      if (isOneWay) continue;
      const text = `das ${written} – ${written}, ${written}`;
      expect(toWritten(toSpoken(text, options), options)).toBe(text);
    }
  });

  it('toWritten() replaces spoken forms in upper and lower case', () => expect(toWritten(shout[language], options)).toBe(quiet[language]));

  it('toWritten() changes nothing the second time', () => {
    const spokenWords = [...builtInRules(language).map(({ spoken }) => spoken), ...own.map(({ value }) => value)].join(' ').split(' ');
    const parts = fc.array(fc.tuple(fc.constantFrom(...new Set(spokenWords)), separators), { maxLength: 14 });
    const spokenTexts = parts.map((pairs) => pairs.flat().join(''));
    forAll(fc.oneof(spokenTexts, knownTexts(language)), (text) => {
      const once = toWritten(text, options);
      expect(toWritten(once, options)).toBe(once);
    });
  });

  it('toWritten() leaves numbers that are ordinary words unchanged', () => {
    const spoken = { en: 'Room three at twelve fifteen', de: 'Saal drei, zweitausend Gäste', fr: 'la salle trois, deux mille personnes' };
    expect(toWritten(spoken[language], options)).toBe(spoken[language]);
  });
});

const write = (text: string, pairs: Record<string, string>) => toWritten(text, { language: 'en', pronunciations: list(pairs) });

it.each([
  ['applies the longest form first', 'bel mon teh', { A: 'bel', Belmonte: 'bel mon teh' }, 'Belmonte'],
  ['matches whole words alone', 'übel bel BELs', { A: 'bel' }, 'übel A BELs'],
  ['prefers the form in the exact case', 'us US Us', { US: 'us', them: 'Us' }, 'US US them'],
  ['leaves a written form unchanged', 'a b', { a: 'b', c: 'a' }, 'a a'],
  ['inserts keys literally', 'one two', { '$&': 'one', '\\1': 'two' }, '$& \\1'],
  ['folds umlauts', 'GRÖẞE größe', { K: 'größe' }, 'K K'],
])('an exhibition’s list of spoken forms %s', (_, text, pairs, written) => expect(write(text, pairs)).toBe(written));

it('a list of spoken forms never throws and changes no text without a term, whatever the list', () => {
  const sign = fc.constantFrom(...'ab. $&^*(\\[äÄİß😀\ud83d\u0301', '$&', '__proto__');
  const pair = fc.tuple(fc.string({ unit: sign, minLength: 1 }), fc.string({ unit: sign, minLength: 1 }));
  forAll(fc.string({ unit: sign, maxLength: 80 }), fc.array(pair, { maxLength: 20 }), (text, pairs) => {
    const written = toWritten(text, { language: 'de', pronunciations: pairs.map(([key, value]) => ({ type: 'exact', key, value })) });
    if (!pairs.some(([, value]) => text.toLowerCase().includes(value.toLowerCase()))) expect(written).toBe(text);
  });
});
