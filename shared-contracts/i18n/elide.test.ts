import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createI18n } from './create-i18n.ts';
import { elide } from './elide.ts';
import { withFrenchSpaces } from './french-spaces.ts';

describe('a name in a French text', () => {
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
  ])('a name in a French text is said as it is said: %s', (text, name, said) => expect(elide(text, [name])).toBe(said));

  const word = fc.string({ minLength: 1, maxLength: 8 });
  it('a name in a French text loses nothing but an e and a space before a vowel, and changes nothing twice', () => {
    fc.assert(
      fc.property(word, word, word, (before, name, after) => {
        const text = `${before} de ${name}${after}`;
        const said = elide(text, [name]);
        expect(elide(said, [name])).toBe(said);
        expect(said.replaceAll(`d’${name}`, `de ${name}`)).toBe(text.replaceAll(`d’${name}`, `de ${name}`));
        if (!/^[aeiouyœæ]/i.test(name.normalize('NFD'))) expect(said).toBe(text);
      }),
    );
  });

  it('a name in a French text is said so in every French text the page’s translator fills, and in no other language', async () => {
    const i18n = createI18n({ language: 'fr' });
    for (const language of ['en', 'fr'] as const) i18n.addResourceBundle(language, 'visit', { heard: 'Pour que {{guide}} vous entende' });
    expect(i18n.getFixedT('fr', 'visit')('heard', { guide: 'Odile' })).toBe('Pour qu’Odile vous entende');
    expect(i18n.getFixedT('en', 'visit')('heard', { guide: 'Odile' })).toBe('Pour que Odile vous entende');
  });
});

describe('a French mark', () => {
  it('a French mark stays on the line of the word it belongs to, in what the guide says as in the site’s texts', () => {
    const shown = 'Palazzo Belmonte\u202f; la première salle est «\u00a0Vestibule\u00a0». Entrez\u202f!';
    expect(withFrenchSpaces('Palazzo Belmonte ; la première salle est « Vestibule ». Entrez !')).toBe(shown);
  });

  it('a French mark changes nothing but spaces, and nothing twice', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const shown = withFrenchSpaces(text);
        expect([withFrenchSpaces(shown), shown.replaceAll(/[\u00a0\u202f]/g, ' ')]).toEqual([
          shown,
          text.replaceAll(/[\u00a0\u202f]/g, ' '),
        ]);
      }),
    );
  });
});
