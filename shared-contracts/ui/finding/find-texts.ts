import { useMemo } from 'react';
import type { Language } from '../../i18n/language.ts';
import type { KeyOf, TranslateKeys } from '../../i18n/use-translation.ts';
import { useScreen } from '../screen-context.tsx';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

/** The dialogs' chunk has all three languages, because the texts are smaller than a request. */
export const findTexts: Record<Language, typeof en> = { en, de, fr };

export type FindTranslate = TranslateKeys<KeyOf<typeof en>>;

export function useFindTexts(): FindTranslate {
  const { i18n, language } = useScreen();
  return useMemo(() => {
    // `silent`: other views are not rendered again.
    i18n.addResourceBundle(language, 'find', findTexts[language], false, true, { silent: true });
    const translate = i18n.getFixedT(language, 'find');
    return (key, values) => translate(key, values ?? {});
  }, [i18n, language]);
}
