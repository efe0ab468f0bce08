import type { I18n, KeyOf, Language, TranslateKeys } from '@enfilade/contract';
import { useMemo, useSyncExternalStore } from 'react';
import type en from './texts/en.json';

export type Translate = TranslateKeys<KeyOf<typeof en>>;

/** The host registers the texts before it changes the language. */
export function useTexts(i18n: I18n): { t: Translate; language: Language } {
  const language = useSyncExternalStore(
    (redraw) => {
      i18n.on('languageChanged', redraw);
      return () => i18n.off('languageChanged', redraw);
    },
    () => i18n.language as Language,
  );
  const t = useMemo<Translate>(() => {
    const translate = i18n.getFixedT(language, 'whatson');
    return (key, values) => translate(key, values ?? {});
  }, [i18n, language]);
  return { t, language };
}
