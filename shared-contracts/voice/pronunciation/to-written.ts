import type { Language } from '../../i18n/language.ts';
import type { Writer } from './create-writer.ts';
import { writer as englishWriter } from './english.ts';
import { writer as frenchWriter } from './french.ts';
import { writer as germanWriter } from './german.ts';
import type { PronunciationOptions } from './to-spoken.ts';

const writers: Record<Language, Writer> = { en: englishWriter, de: germanWriter, fr: frenchWriter };

/**
 * The text for a transcript: every spoken form, in any case and as a whole word, becomes its
 * written form again. Undoes `toSpoken` for texts of words that belong to no term and of two-way terms in
 * their usual writing, set apart by spaces or punctuation other than hyphens, numbers by more than a space, as
 * long as no two terms have the same spoken form and no written form equals another term's spoken form.
 */
export function toWritten(text: string, { language, pronunciations }: PronunciationOptions): string {
  return writers[language](text, pronunciations);
}
