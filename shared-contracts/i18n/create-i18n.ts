import { createInstance, type PostProcessorModule } from 'i18next';
import { elide } from './elide.ts';
import type { I18n } from './i18n.ts';
import { defaultLanguage, type Language, languages } from './language.ts';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

/** The page's translator, and the one way to switch its language. */
export interface Translator extends I18n {
  changeLanguage(language: Language): Promise<unknown>;
}

/** Texts that several screens share; `shared:` reaches them from any namespace. Every language says the same things. */
const shared: Record<Language, typeof en> = { en, de, fr };

/** French names with a vowel take the e of the word before them. */
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
 * The page's one translator: English, German and French, ready at once and without a backend. The shared
 * texts are in it under `shared`; each remote's are added under its name when it loads, and a text that is
 * missing in a language is shown in English. Keys are flat and may contain dots. Screens draw texts
 * through React, which escapes them; nothing is escaped here. `<html lang>` is the caller's.
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
  // Only i18next's inner store reports additions; screens have only the translator.
  instance.store.on('added', (...addition: unknown[]) => instance.emit('added', ...addition));
  return instance;
}
