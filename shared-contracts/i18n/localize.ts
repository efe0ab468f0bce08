import type { Language, LocalizedText } from './language.ts';

/** The text in `language`, else in English. */
export function localize(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en);
}

const languageNames = new Map<string, Language>([
  ['english', 'en'],
  ['german', 'de'],
  ['french', 'fr'],
  ['en', 'en'],
  ['de', 'de'],
  ['fr', 'fr'],
]);

/** The middleware says a museum's default language in English words; anything else is English. */
export function parseMuseumLanguage(value: string): Language {
  return languageNames.get(value.trim().toLowerCase()) ?? 'en';
}
