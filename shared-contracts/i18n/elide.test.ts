import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { createI18n, elide } from './create-i18n.ts';
import { withFrenchSpaces } from './french-spaces.ts';

it.each([
  ['les réponses de Odile', 'Odile', 'les réponses d’Odile'],
  ['Pour que Odile vous entende', 'Odile', 'Pour qu’Odile vous entende'],
  ['Que Élise réponde, puisque Élise écoute', 'Élise', 'Qu’Élise réponde, puisqu’Élise écoute'],
  ['Le Odile', 'Odile', 'L’Odile'],
  ['Toutes les lignes de Clara', 'Clara', 'Toutes les lignes de Clara'],
  ['la salle de Hugo', 'Hugo', 'la salle de Hugo'],
  ['grande Odile', 'Odile', 'grande Odile'],
  ['Demandez à Odile', 'Odile', 'Demandez à Odile'],
  ['le onze, de Odile', 'Odile', 'le onze, d’Odile'],
])('elide() elides the word before a name if French requires elision: %s', (text, name, said) => expect(elide(text, [name])).toBe(said));

const word = fc.string({ minLength: 1, maxLength: 8 });
it('elide() replaces an e and a space before a vowel alone, and a second pass changes nothing', () => {
  forAll(word, word, word, (before, name, after) => {
    const text = `${before} de ${name}${after}`;
    const said = elide(text, [name]);
    expect(elide(said, [name])).toBe(said);
    expect(said.replaceAll(`d’${name}`, `de ${name}`)).toBe(text.replaceAll(`d’${name}`, `de ${name}`));
    if (!/^[aeiouyœæ]/i.test(name.normalize('NFD'))) expect(said).toBe(text);
  });
});

it('the page’s translator elides names in French texts alone', async () => {
  const i18n = createI18n({ language: 'fr' });
  for (const language of ['en', 'fr'] as const) i18n.addResourceBundle(language, 'visit', { heard: 'Pour que {{guide}} vous entende' });
  expect(i18n.getFixedT('fr', 'visit')('heard', { guide: 'Odile' })).toBe('Pour qu’Odile vous entende');
  expect(i18n.getFixedT('en', 'visit')('heard', { guide: 'Odile' })).toBe('Pour que Odile vous entende');
});

it('withFrenchSpaces() makes the spaces at French punctuation unbreakable', () => {
  const shown = 'Palazzo Belmonte\u202f; la première salle est «\u00a0Vestibule\u00a0». Entrez\u202f!';
  expect(withFrenchSpaces('Palazzo Belmonte ; la première salle est « Vestibule ». Entrez !')).toBe(shown);
});

it('withFrenchSpaces() changes spaces alone, and a second pass changes nothing', () => {
  forAll(fc.string(), (text) => {
    const shown = withFrenchSpaces(text);
    expect([withFrenchSpaces(shown), shown.replaceAll(/[\u00a0\u202f]/g, ' ')]).toEqual([shown, text.replaceAll(/[\u00a0\u202f]/g, ' ')]);
  });
});
