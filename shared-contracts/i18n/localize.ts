import type { Language, LocalizedText } from './language.ts';

/** The text in `language`, or else in English. */
export function localize(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en);
}

const englishNames: readonly (readonly [Language, string])[] = [
  ['en', 'english'],
  ['de', 'german'],
  ['fr', 'french'],
];

/** Parses a museum's default language, which the middleware names in English. Unknown names are English. */
export function parseMuseumLanguage(value: string): Language {
  const name = value.trim().toLowerCase();
  return englishNames.find((names) => names.includes(name))?.[0] ?? 'en';
}
