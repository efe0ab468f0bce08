import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KeyOf, TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { type SpeechTexts, withSpeechTexts } from '@enfilade/shared-contracts/ui/speech/texts/texts';
import type en from './en.json';

type ScreenTexts = typeof en & SpeechTexts;

export type TextKey = KeyOf<ScreenTexts>;

export type Translate = TranslateKeys<TextKey>;

export function useGuideName(): string {
  const { profile, language } = useScreen();
  return localize(profile.guideName, language);
}

/** Any text may name the guide. */
export function useT(): Translate {
  const { t } = useScreen<TextKey>();
  const guide = useGuideName();
  return (key, values) => t(key, { guide, ...values });
}

/** One chunk a language. */
export const texts: Record<Language, () => Promise<{ default: ScreenTexts }>> = {
  en: () => withSpeechTexts('en', import(/* webpackChunkName: "texts-en" */ './en.json')),
  de: () => withSpeechTexts('de', import(/* webpackChunkName: "texts-de" */ './de.json')),
  fr: () => withSpeechTexts('fr', import(/* webpackChunkName: "texts-fr" */ './fr.json')),
};
