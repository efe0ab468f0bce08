import { createInstance, type PostProcessorModule } from 'i18next';
import type { I18n } from './i18n.ts';
import { defaultLanguage, type Language, languages } from './language.ts';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

export interface Translator extends I18n {
  changeLanguage(language: Language): Promise<unknown>;
}

/** The prefix `shared:` reaches these texts from any namespace. */
const shared: Record<Language, typeof en> = { en, de, fr };

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

/** Each remote adds its texts under its own namespace. Missing texts fall back to English. React escapes the texts. */
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
  // Only i18next's internal store, which screens cannot reach, reports additions.
  instance.store.on('added', (...addition: unknown[]) => instance.emit('added', ...addition));
  return instance;
}

/** French words that lose their e before a vowel. */
const elided = /(?<!\p{L})(d|jusqu|l|lorsqu|puisqu|qu)e $/iu;
/** Vowels with ligatures, after accents are removed. Names with H are not elided, because elision then depends on the name. */
const startsWithVowel = /^[aeiouyœæ]/i;

/** “d’Odile” instead of “de Odile”. */
export function elide(text: string, names: readonly string[]): string {
  return names.reduce((elidedText, name) => elideBefore(elidedText, name), text);
}

function elideBefore(text: string, name: string): string {
  if (!startsWithVowel.test(name.normalize('NFD'))) return text;
  const parts = text.split(name);
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(elided, '$1’') : part)).join(name);
}
