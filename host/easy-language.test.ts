import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import { withEasyTexts } from './easy-language.ts';

const exhibitionId = '6610a1b2c3d4e5f602000001';

const easy = museumProfileSchema.parse({
  practical: { hours: { en: 'From ten.', de: 'Ab zehn.' }, price: 'Two euros.' },
  exhibitions: { [exhibitionId]: { quickQuestions: ['A?', 'B?', 'C?'] } },
  easyLanguage: {
    de: { practical: { hours: 'Wir machen um 10 Uhr auf.', price: '2 Euro.' }, quickQuestions: ['Eins?', 'Zwei?', 'Drei?'] },
  },
});

it('a profile in easy language has the museum’s easy texts, and its other texts unchanged', () => {
  const german = withEasyTexts(easy, 'de');
  expect(german.practical).toEqual({
    hours: { en: 'From ten.', de: 'Wir machen um 10 Uhr auf.' },
    price: { en: 'Two euros.', de: '2 Euro.' },
  });
  expect(german.quickQuestions[0]).toMatchObject({ de: 'Eins?' });
  expect(german.exhibitions[exhibitionId as never]?.quickQuestions).toBeUndefined();
  expect(withEasyTexts(easy, 'fr')).toBe(easy);
});
