import type { Language } from '../../../i18n/language.ts';
import type { KeyOf, TranslateKeys } from '../../../i18n/use-translation.ts';
import { useScreen } from '../../screen-context.tsx';
import type en from './en.json';

export type SpeechTexts = typeof en;

export type TextKey = KeyOf<SpeechTexts>;

/** Translates a key into the page's language. */
export type Translate = TranslateKeys<TextKey>;

export const useT = (): Translate => useScreen<TextKey>().t;

/** The chunks of a screen's own texts. */
const texts: Record<Language, () => Promise<{ default: SpeechTexts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './fr.json'),
};

/** A screen's own texts with the texts of reading aloud and dictation. */
export async function withSpeechTexts<Own extends object>(
  language: Language,
  own: Promise<{ default: Own }>,
): Promise<{ default: Own & SpeechTexts }> {
  const [mine, speech] = await Promise.all([own, texts[language]()]);
  return { default: { ...mine.default, ...speech.default } };
}
