import type { Language } from '../i18n/language.ts';
import type { Pronunciation } from '../museum/museum.ts';
import { englishRules } from './english/english-rules.ts';
import { frenchRules } from './french/french-rules.ts';
import { germanRules } from './german/german-rules.ts';
import type { Rule } from './rule.ts';

export interface PronunciationOptions {
  language: Language;
  /** The exhibition's own list; it wins over the built-in rules. Read once a list: never change one, make another. */
  pronunciations: readonly Pronunciation[];
}

const families: Record<Language, () => Rule[]> = { en: englishRules, de: germanRules, fr: frenchRules };

/** Royal names, numerals, centuries, years, artists and places, as the language's voices can say them. */
export function builtInRules(language: Language): Rule[] {
  return families[language]();
}
