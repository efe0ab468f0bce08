import type { Language, LocalizedText } from './language.ts';

/** Falls back to English. */
export function localize(text: LocalizedText, language: Language): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en);
}

const englishNames: readonly (readonly [Language, string])[] = [
  ['en', 'english'],
  ['de', 'german'],
  ['fr', 'french'],
];

/** The middleware names a museum's default language in English. Unknown names are English. */
export function parseMuseumLanguage(value: string): Language {
  const name = value.trim().toLowerCase();
  return englishNames.find((names) => names.includes(name))?.[0] ?? 'en';
}
