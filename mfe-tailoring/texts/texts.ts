import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { KeyOf, TranslateKeys } from '@enfilade/shared-contracts/i18n/use-translation';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import type en from './en.json';

export type TextKey = KeyOf<typeof en>;

export type Translate = TranslateKeys<TextKey>;

/** Every text may name the guide. */
export const useT = (): Translate => useScreen<TextKey>().t;

/** One chunk a language. */
export const texts: Record<Language, () => Promise<{ default: typeof en }>> = {
  en: () => import(/* webpackChunkName: "texts-en" */ './en.json'),
  de: () => import(/* webpackChunkName: "texts-de" */ './de.json'),
  fr: () => import(/* webpackChunkName: "texts-fr" */ './fr.json'),
};
