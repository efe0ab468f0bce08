import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { type KeyOf, type TranslateKeys, useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

export type Translate = TranslateKeys<KeyOf<typeof en>>;

const texts: Record<string, typeof en> = { en, de, fr };

/** Part of the end's chunk in all languages: anybody who changes language there waits for nothing. */
export function useEndTexts(i18n: I18n) {
  for (const [language, words] of Object.entries(texts)) {
    if (!i18n.hasResourceBundle(language, 'end')) i18n.addResourceBundle(language, 'end', words);
  }
  return useTranslation<KeyOf<typeof en>>(i18n, 'end');
}
