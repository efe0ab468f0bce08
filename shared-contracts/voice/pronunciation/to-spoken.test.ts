import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { Language } from '../../i18n/language.ts';
import { languages } from '../../i18n/language.ts';
import { forAll } from '../../kit/testing/for-all.ts';
import { toSpoken } from './to-spoken.ts';

const speak = (text: string, language: Language, pairs: Record<string, string> = {}) =>
  toSpoken(text, { language, pronunciations: Object.entries(pairs).map(([key, value]) => ({ type: 'exact', key, value })) });

it.each([
  ['Louis XIV’s portrait', 'Louis the Fourteenth’s portrait'],
  ['Henry VIII and Charles I', 'Henry the Eighth and Charles the First'],
  ['a chair of the 18th century', 'a chair of the eighteenth century'],
  ['an 18th-century chair', 'an eighteenth-century chair'],
  ['an 18th c. chair, late 17th c.', 'an eighteenth century chair, late seventeenth century.'],
  ['of the 18th c. The ceiling', 'of the eighteenth century. The ceiling'],
  ['the XVIII century', 'the eighteenth century'],
  ['painted in 1742, hung in 1800', 'painted in seventeen forty-two, hung in eighteen hundred'],
  ['1228 / 1405 / 2008 / 2019', 'twelve twenty-eight / fourteen oh five / two thousand and eight / twenty nineteen'],
  ['in the 1740s and 1900s', 'in the seventeen forties and nineteen hundreds'],
  ['Room III, Act V', 'Room three, Act five'],
  ['Tiepolo in the Palazzo', 'Tee-eh-po-lo in the Pa-lat-so'],
])('toSpoken() in English turns “%s” into “%s”', (written, spoken) => expect(speak(written, 'en')).toBe(spoken));

it.each([
  ...['I think that V is a letter', 'MIX, CIVIC, XXX and DC', 'Louisa XIVth', 'price 1742.50, 1,742 or 3.1742', 'no. 17423', 'McXIV'],
  ...['Manets', 'at 1215', '2000 tiles'],
])('toSpoken() in English leaves “%s” unchanged', (text) => expect(speak(text, 'en')).toBe(text));

it.each([
  ['Ludwig XIV. König wurde', 'Ludwig der Vierzehnte König wurde'],
  ['unter Ludwig XIV. gebaut', 'unter Ludwig dem Vierzehnten gebaut'],
  ['Für Friedrich II. gemalt', 'Für Friedrich den Zweiten gemalt'],
  ['unter König Ludwig XIV. gebaut', 'unter König Ludwig der Vierzehnte gebaut'],
  ['Ludwigs XIV. Bett', 'Ludwigs des Vierzehnten Bett'],
  ['Katharina II., von Katharina II. gekauft', 'Katharina die Zweite, von Katharina der Zweiten gekauft'],
  ['Das war Ludwig XIV. Er schlief.', 'Das war Ludwig der Vierzehnte. Er schlief.'],
  ['Ein Bild von Ludwig XIV.', 'Ein Bild von Ludwig dem Vierzehnten.'],
  ['Ludwig XIV schlief', 'Ludwig der Vierzehnte schlief'],
  ['im 18. Jahrhundert', 'im achtzehnten Jahrhundert'],
  ['Das 18. Jahrhundert, des 1. Jahrhunderts', 'Das achtzehnte Jahrhundert, des ersten Jahrhunderts'],
  ['im 18. Jh. gemalt, ins 19. Jh.', 'im achtzehnten Jahrhundert gemalt, ins neunzehnte Jahrhundert.'],
  ['um 1742 und 1801', 'um siebzehnhundertzweiundvierzig und achtzehnhunderteins'],
  ['die 1740er Jahre', 'die siebzehnhundertvierziger Jahre'],
  ['Saal III und Saal V', 'Saal drei und Saal fünf'],
  ['Watteau im Louvre', 'Wattoh im Luhwer'],
])('toSpoken() in German turns “%s” into “%s”', (written, spoken) => expect(speak(written, 'de')).toBe(spoken));

it.each(['am 14.7.1742', 'Überwatteau', 'Watteausche', 'Karl', 'ein 18. Bild'])('toSpoken() in German leaves “%s” unchanged', (text) =>
  expect(speak(text, 'de')).toBe(text),
);

it.each([
  ['Louis XIV et François Ier', 'Louis quatorze et François premier'],
  ['Élisabeth Ire, Henri I', 'Élisabeth première, Henri premier'],
  ['au XVIIIe siècle', 'au dix-huitième siècle'],
  ['du XVIIIᵉ siècle, du 18e siècle', 'du dix-huitième siècle, du dix-huitième siècle'],
  ['aux XVIIe et XVIIIe siècles', 'aux dix-septième et dix-huitième siècles'],
  ['au XVIIIe s. Le plafond', 'au dix-huitième siècle. Le plafond'],
  ['au Ier siècle, au XXIe siècle', 'au premier siècle, au vingt et unième siècle'],
  ['en 1742, en 1789', 'en mille sept cent quarante-deux, en mille sept cent quatre-vingt-neuf'],
  ['1100 / 1871', 'mille cent / mille huit cent soixante et onze'],
  ['1994 / 2024', 'mille neuf cent quatre-vingt-quatorze / deux mille vingt-quatre'],
  ['la salle V, la salle VI', 'la salle cinq, la salle six'],
  ['Giorgione et ses putti', 'Djordjoné et ses poutti'],
])('toSpoken() in French turns “%s” into “%s”', (written, spoken) => expect(speak(written, 'fr')).toBe(spoken));

it('toSpoken() in French leaves French names unchanged', () => expect(speak('Watteau à Versailles', 'fr')).toBe('Watteau à Versailles'));

it.each([
  ['wins over the built-in rules', 'Watteau', { Watteau: 'Vat-o' }, 'Vat-o'],
  ['applies the longest key first', 'New York City', { New: 'a', 'New York': 'b', 'York City': 'c' }, 'b City'],
  ['replaces nothing inside another’s result', 'x y', { x: 'y', y: 'x' }, 'y x'],
  ['treats umlauts and accents as letters', 'Bär Bärs äBär Bär-e Bär.', { Bär: 'B' }, 'B Bärs äBär B-e B.'],
  ['treats combining accents as letters', 'cafe cafe\u0301', { cafe: 'C' }, 'C cafe\u0301'],
  ['treats letters beyond the first plane as letters', '𝔄b b', { b: 'B' }, '𝔄b B'],
  ['is case-sensitive', 'Mol mol MOL', { Mol: 'M' }, 'M mol MOL'],
  ['reads keys literally', 'a.c abc (x) [a-z]+ ^$', { 'a.c': '1', '(x)': '2', '[a-z]+': '3', '^$': '4' }, '1 abc 2 3 4'],
  ['inserts values literally', 'one two', { one: '$&$1$`', two: '\\0' }, '$&$1$` \\0'],
  ['never splits a surrogate pair', '😀', { '\ude00': 'x', '\ud83d': 'y' }, '😀'],
  ['replaces the full stop of its key', 'St. Mark', { 'St.': 'Saint' }, 'Saint Mark'],
])('an exhibition’s list %s', (_, text, pairs, spoken) => expect(speak(text, 'en', pairs)).toBe(spoken));

it('an exhibition’s list changes no text without one of its terms', () => {
  const anything = fc.string({ unit: fc.constantFrom(...'abzäßéœ -.,\n0’"(😀', 'e\u0301') });
  forAll(anything, fc.constantFrom(...languages), (text, language) => {
    expect(speak(text, language, { Q: 'kuh', 'Ω+': '$&' })).toBe(text);
  });
});

it('an exhibition’s list never throws and replaces whole terms alone, whatever the list', () => {
  const sign = fc.constantFrom(...'ab. $&^*(\\[äÄİß😀\ud83d\u0301', '$&', '__proto__', 'constructor');
  const pairs = fc.array(fc.tuple(fc.string({ unit: sign, minLength: 1 }), fc.string({ unit: sign, minLength: 1 })), { maxLength: 20 });
  forAll(fc.string({ unit: sign, maxLength: 80 }), pairs, (text, list) => {
    const pronunciations = list.map(([key, value]) => ({ type: 'exact', key, value }) as const);
    const spoken = toSpoken(text, { language: 'en', pronunciations });
    if (!list.some(([key]) => text.includes(key))) expect(spoken).toBe(text);
  });
});
