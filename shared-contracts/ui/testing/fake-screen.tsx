import { type ReactNode, useState } from 'react';
import { createI18n } from '../../i18n/create-i18n.ts';
import { type Language, languages } from '../../i18n/language.ts';
import type { TranslateKeys } from '../../i18n/use-translation.ts';
import { systemClock } from '../../kit/clock.ts';
import { defaultProfile } from '../../museum/profile.ts';
import { ScreenContext, type ScreenState } from '../screen-context.tsx';

const ceiling = {
  en: [
    'Jacopo Savelli painted the ceiling in 1742 and 1743.',
    'Why is the ceiling so dark? Two hundred winters of candle smoke lie on it.',
    'The mirror opposite is from Murano.',
  ],
  de: [
    'Jacopo Savelli malte die Decke 1742 und 1743.',
    'Warum ist die Decke so dunkel? Auf ihr liegt der Kerzenrauch von zweihundert Wintern.',
    'Der Spiegel gegenüber ist aus Murano.',
  ],
  fr: [
    'Jacopo Savelli peignit le plafond en 1742 et 1743.',
    'Pourquoi le plafond est-il si sombre ? Deux cents hivers de fumée de bougies l’ont noirci.',
    'Le miroir d’en face vient de Murano.',
  ],
};
const titles = { en: 'wall text, Painting Salon', de: 'Wandtext, Malersalon', fr: 'texte mural, Salon de peinture' };
const pieces = {
  en: ['Why is the ', 'ceiling', ' so dark? Two hundred winters of candle smoke lie on it.'],
  de: ['Warum ist die ', 'Decke', ' so dunkel? Auf ihr liegt der Kerzenrauch von zweihundert Wintern.'],
  fr: ['Pourquoi le ', 'plafond', ' est-il si sombre ? Deux cents hivers de fumée de bougies l’ont noirci.'],
};
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><path fill="#cdbfa6" d="M0 0h1200v900H0z"/><ellipse cx="600" cy="450" rx="500" ry="360" fill="#3a2f28"/><path fill="#8fb6cc" d="M906 160h86v580h-86z"/></svg>';

/** API calls resolve at once. */
export function fakeScreen(t: TranslateKeys, change: Partial<ScreenState> = {}): ScreenState {
  const language = change.language ?? languages.find((each) => each === document.documentElement.lang) ?? 'en';
  return {
    museum: { _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte' },
    i18n: createI18n({ language }),
    clock: systemClock,
    profile: {
      ...defaultProfile,
      showsTexts: true,
      practical: {
        hours: { en: 'Open from 10 to 18.', de: 'Von 10 bis 18 Uhr geöffnet.', fr: 'Ouvert de 10 à 18 heures.' },
        toilets: { en: 'Beside the stairs.', de: 'Neben der Treppe.', fr: 'À côté de l’escalier.' },
      },
      objects: [{ number: 3, name: { en: 'The ceiling', de: 'Die Decke', fr: 'Le plafond' }, document: 'salon', paragraph: 1 }],
      rooms: [
        { id: 'vestibule', name: { en: 'Vestibule', de: 'Vestibül', fr: 'Vestibule' } },
        { id: 'salon', name: { en: 'Painting Salon', de: 'Malersalon', fr: 'Salon de peinture' } },
        { id: 'grand', name: { en: 'Grand Salon', de: 'Großer Salon', fr: 'Grand Salon' } },
      ],
      pictures: [
        {
          url: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
          name: { en: 'The ceiling', de: 'Die Decke', fr: 'Le plafond' },
          alternative: 'An oval picture, nearly black, with one bright strip of blue sky.',
          passages: [{ document: 'salon', paragraphs: [1, 2] }],
        },
      ],
    },
    api: {
      findPassages: async (_: string, search: string, wanted: Language) => ({
        language: wanted,
        passages: search === 'x' ? [] : [{ document: 'salon', title: titles[wanted], paragraph: 2, excerpt: pieces[wanted] }],
      }),
      loadDocument: async (_: string, __: unknown, wanted: Language) => ({
        language: wanted,
        title: titles[wanted],
        paragraphs: ceiling[wanted],
      }),
    },
    language,
    t,
    ...change,
  } as ScreenState;
}

interface FakeScreenProps extends Partial<ScreenState> {
  t: TranslateKeys;
  children: ReactNode;
}

export function FakeScreen({ children, t, ...change }: FakeScreenProps) {
  const [state] = useState(() => fakeScreen(t, change));
  return <ScreenContext value={state}>{children}</ScreenContext>;
}

export const inScreen = (t: TranslateKeys, change: Partial<ScreenState> = {}) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <FakeScreen t={t} {...change}>
      {children}
    </FakeScreen>
  ),
});
