import { createInstance, type PostProcessorModule } from 'i18next';
import { elide } from './elide.ts';
import type { I18n } from './i18n.ts';
import { defaultLanguage, type Language, languages } from './language.ts';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

/** The page's translator with the method that changes its language. */
export interface Translator extends I18n {
  changeLanguage(language: Language): Promise<unknown>;
}

/** Texts of several screens. The prefix `shared:` reaches them from any namespace. */
const shared: Record<Language, typeof en> = { en, de, fr };

/** Elides the word before a name in French texts. */
const elision: PostProcessorModule = {
  type: 'postProcessor',
  name: 'elision',
  process: (text, _key, { lng, ...values }, translator: { language: string }) =>
    (lng ?? translator.language) === 'fr'
      ? elide(
          text,
          Object.values(values).filter((value) => typeof value === 'string'),
        )
      : text,
};

/**
 * Creates the page's translator for English, German and French, without a backend. The shared
 * texts are in the namespace `shared`. Each remote adds its texts under its name when it loads. A text that is
 * missing in a language is shown in English. Keys are flat and may contain dots. Screens render texts
 * through React, which escapes them. The caller sets `<html lang>`.
 */
export function createI18n({ language }: { language: Language }): Translator {
  const instance = createInstance({
    lng: language,
    fallbackLng: defaultLanguage,
    supportedLngs: [...languages],
    initAsync: false,
    resources: { en: { shared: shared.en }, de: { shared: shared.de }, fr: { shared: shared.fr } },
    defaultNS: 'shared',
    returnNull: false,
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    postProcess: ['elision'],
  });
  instance.use(elision);
  void instance.init();
  // Only i18next's internal store reports additions, which screens cannot reach.
  instance.store.on('added', (...addition: unknown[]) => instance.emit('added', ...addition));
  return instance;
}
