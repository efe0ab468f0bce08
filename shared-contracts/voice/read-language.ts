import { type Language, languageSchema } from '../i18n/language.ts';

/** The language of a visit as JSON text; English where it says none. */
export function readLanguage(visit: string): Language {
  try {
    return languageSchema.catch('en').parse(JSON.parse(visit)?.language);
  } catch {
    return 'en';
  }
}
