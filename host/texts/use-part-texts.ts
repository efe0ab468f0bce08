import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { type KeyOf, useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';

/** Texts of a part of the host that is fetched late. They come with its code in all languages: a new language is there at once. */
export function usePartTexts<Texts extends Record<string, string>>(i18n: I18n, part: string, texts: Record<Language, Texts>) {
  for (const [language, words] of Object.entries(texts)) {
    // Silently: no other part draws these texts.
    if (!i18n.hasResourceBundle(language, part)) i18n.addResourceBundle(language, part, words, false, false, { silent: true });
  }
  return useTranslation<KeyOf<Texts>>(i18n, part);
}
