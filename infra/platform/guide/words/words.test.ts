import { fold, wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { findNumbers, numbersInDigits } from './numbers.ts';
import { stem } from './stem.ts';
import { createVocabulary } from './vocabulary.ts';
import { topicWords, wordLists } from './word-lists.ts';

it.each([
  ['Gemälde', 'gemalde'],
  ['GROẞE Straße', 'grosse strasse'],
  ['Œuvre à l’abbé Noël', 'oeuvre a l’abbe noel'],
  ['e\u0301te\u0301', 'ete'],
])('fold turns %s into %s', (text, folded) => expect(fold(text)).toBe(folded));

it('wordsOf splits at every apostrophe and mark, and changes nothing of its own result', () => {
  expect(wordsOf("Qu'est-ce que l’escalier, 1702?")).toEqual(['qu', 'est', 'ce', 'que', 'l', 'escalier', '1702']);
  forAll(fc.string({ unit: 'grapheme' }), (text) => {
    expect(wordsOf(wordsOf(text).join(' '))).toEqual(wordsOf(text));
  });
});

it.each([
  ['en', 'nineteen hundred and eleven, sixty-one, the twelfth of 2,800', [1911, 61, 12, 2800]],
  ['de', 'siebenundzwanzig, im achtzehnten Jahrhundert, 4,20 Meter, 1960 hundertsiebzehn Mal', [27, 18, 4, 20, 1960, 117]],
  ['fr', 'quatre-vingt-dix-sept, soixante et onze, le XVIIIe siècle, une douzaine', [97, 71, 18, 12]],
] as const)('findNumbers reads numbers in %s from “%s”', (language, text, values) => {
  expect(findNumbers(text, language).map(({ value }) => value)).toEqual(values);
});

it('numbersInDigits writes numbers among folded words in digits and leaves articles alone', () => {
  expect(numbersInDigits(['one', 'bell', 'of', 'twenty', 'seven'], 'en')).toEqual(['one', 'bell', 'of', '27']);
  expect(numbersInDigits(['eine', 'von', 'siebenundzwanzig', 'glocken'], 'de')).toEqual(['eine', 'von', '27', 'glocken']);
});

it('findNumbers reads digits in any language', () => {
  forAll(fc.integer({ min: 2, max: 99_999 }), fc.constantFrom('en' as const, 'de' as const, 'fr' as const), (value, language) => {
    expect(findNumbers(`x ${value} y`, language)).toEqual([{ value, from: 2, to: 2 + String(value).length }]);
  });
});

it.each([
  ['en', 'painting painted paintings paint'],
  ['en', 'restoration restored restoring'],
  ['en', 'candles candle'],
  ['en', 'family families'],
  ['de', 'treppe treppen'],
  ['de', 'fenster fenstern fensters'],
  ['de', 'malte gemalt'],
  ['de', 'kosten kostete gekostet'],
  ['de', 'dunkel dunkle dunklen'],
  ['fr', 'fenetre fenetres'],
  ['fr', 'tableau tableaux'],
  ['fr', 'peint peinte peintes peints'],
  ['fr', 'habiter habitait habitaient habite'],
] as const)('In %s “%s” have one stem', (language, forms) => {
  expect(new Set(forms.split(' ').map((form) => stem(form, language))).size).toBe(1);
});

it.each([
  ['en', 'stairs', 'star'],
  ['de', 'bett', 'bitte'],
  ['fr', 'plafond', 'plante'],
] as const)('In %s “%s” and “%s” have different stems', (language, one, other) => {
  expect(stem(one, language)).not.toBe(stem(other, language));
});

it('stem leaves numbers and short words unchanged and never returns an empty text', () => {
  expect([stem('1702', 'en'), stem('sea', 'en'), stem('see', 'de')]).toEqual(['1702', 'sea', 'see']);
  const language = fc.constantFrom('en' as const, 'de' as const, 'fr' as const);
  forAll(fc.stringMatching(/^[a-z]{1,20}$/), language, (word, one) => {
    expect(stem(word, one)).not.toBe('');
  });
});

it('topicWords returns the topic of a question', () => {
  expect(topicWords(wordsOf('Can you please tell me why the ceiling is so dark?'), 'en')).toEqual(['ceiling', 'dark']);
  expect(topicWords(wordsOf('Können Sie mir sagen, warum die Decke so dunkel ist?'), 'de')).toEqual(['decke', 'dunkel']);
  expect(topicWords(wordsOf('Pouvez-vous m’expliquer pourquoi le plafond est si sombre ?'), 'fr')).toEqual(['plafond', 'sombre']);
});

it('the word lists separate place words, weak words, and words for tasks of a phone (football, Bahnhof)', () => {
  const { en, de, fr } = wordLists;
  expect([en.place.has('room'), fr.place.has('visiter'), de.place.has('decke')]).toEqual([true, true, false]);
  expect([en.weak.has('big'), de.weak.has('raum'), fr.weak.has('visiter')]).toEqual([true, true, false]);
  expect([fr.deviceTask.has('football'), de.deviceTask.has('bahnhof'), en.deviceTask.has('ceiling')]).toEqual([true, true, false]);
});

const vocabulary = createVocabulary(['Die Salondecke und die Gäste', 'Das Gästebuch der Gäste', 'Ein Fenster'], 'de');

it('compoundsOf finds compounds by their parts, best by the last part, in German only', () => {
  expect(createVocabulary(['staircase stair'], 'en').compoundsOf('stair').size).toBe(0);
  expect([...vocabulary.compoundsOf(stem('decke', 'de'))]).toEqual([['salondeck', 0.8]]);
  expect([...vocabulary.compoundsOf('gast')]).toEqual([['gastebuch', 0.45]]);
  expect([...vocabulary.compoundsOf(stem('kirchenfenster', 'de'))]).toEqual([[stem('fenster', 'de'), 0.8]]);
});

it('weightOf is lowest for words of every paragraph', () => {
  const stones = createVocabulary(['one stone and moss', 'two stones', 'stone'], 'en');
  expect(stones.weightOf(['stone'])).toBeLessThan(stones.weightOf(['moss']));
  expect([stones.weightOf(['moss']), stones.weightOf(['unknown'])]).toEqual([1, 1]);
  expect(stones.weightOf(['stone', 'moss'])).toBe(stones.weightOf(['stone']));
});
