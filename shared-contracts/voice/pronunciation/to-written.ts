import type { Language } from '../../i18n/language.ts';
import { writer as englishWriter } from './english.ts';
import { writer as frenchWriter } from './french.ts';
import { writer as germanWriter } from './german.ts';
import type { Writer } from './terms.ts';
import type { PronunciationOptions } from './to-spoken.ts';

const writers: Record<Language, Writer> = { en: englishWriter, de: germanWriter, fr: frenchWriter };

/**
 * Replaces every spoken form that is a whole word, in upper or lower case, by its written form. Undoes `toSpoken` for words of no term and
 * two-way terms in their usual writing. Such words are separated by spaces or punctuation other than hyphens, numbers by more than a space.
 * No two terms share a spoken form, and no written form is another term's spoken form.
 */
export function toWritten(text: string, { language, pronunciations }: PronunciationOptions): string {
  return writers[language](text, pronunciations);
}
