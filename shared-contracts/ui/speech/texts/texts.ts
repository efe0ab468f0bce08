import type { Language } from '../../../i18n/language.ts';
import type { KeyOf, TranslateKeys } from '../../../i18n/use-translation.ts';
import { useScreen } from '../../screen-context.tsx';
import type en from './en.json';

export type SpeechTexts = typeof en;

export type TextKey = KeyOf<SpeechTexts>;

export type Translate = TranslateKeys<TextKey>;

export const useT = (): Translate => useScreen<TextKey>().t;

const texts: Record<Language, () => Promise<{ default: SpeechTexts }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './fr.json'),
};

export async function withSpeechTexts<Own extends object>(
  language: Language,
  own: Promise<{ default: Own }>,
): Promise<{ default: Own & SpeechTexts }> {
  const [mine, speech] = await Promise.all([own, texts[language]()]);
  return { default: { ...mine.default, ...speech.default } };
}
