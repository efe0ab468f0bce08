import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import { pickCards } from './cards.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const own = `/media/scenes/${museumId}/staircase/positive.svg`;
const museum = museumSchema.parse({
  _id: museumId,
  name: 'Palazzo Belmonte',
  exhibitions: [
    { _id: '6610a1b2c3d4e5f602000001', name: 'Staircase', coverImageURL: own },
    { _id: '6610a1b2c3d4e5f602000002', name: 'Library', coverImageURL: 'https://museum.example/library.jpg' },
  ],
});
const profile = museumProfileSchema.parse({
  exhibitions: { '6610a1b2c3d4e5f602000001': { name: { en: 'The Grand Staircase', de: 'Das große Treppenhaus' } } },
});

it('The cards are numbered, and named in the visitor’s language, or in English if that name is missing', () => {
  const named = (language: 'en' | 'de' | 'fr') =>
    pickCards({ museum, profile, language, themeMode: 'positive' }).map(({ numeral, name }) => `${numeral} ${name}`);
  expect(named('de')).toEqual(['01 Das große Treppenhaus', '02 Library']);
  expect(named('fr')).toEqual(['01 The Grand Staircase', '02 Library']);
});

it('The cards show our scenes in the visitor’s theme, and the museum’s pictures unchanged', () => {
  const [scene, photograph] = pickCards({ museum, profile, language: 'en', themeMode: 'negative' });
  expect(scene?.coverUrl).toBe(own.replace('positive', 'negative'));
  expect(photograph?.coverUrl).toBe('https://museum.example/library.jpg');
});
