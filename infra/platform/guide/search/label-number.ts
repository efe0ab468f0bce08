import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { findObject } from '@enfilade/shared-contracts/museum/findings';
import type { NumberedObject } from '@enfilade/shared-contracts/museum/profile';
import type { KnowledgeDocument, MuseumContent } from '../../content/content.ts';
import { byLanguage, languageData, wordSetOf } from '../language/language-data.ts';
import { numbersInDigits } from '../words/numbers.ts';

/** A label number in folded words: after a word for a label, or alone. */
const numbers = byLanguage((language) => {
  const [label, counted] = [languageData[language].words.label, languageData[language].words.counted].map((lines) =>
    [...wordSetOf(lines)].join('|'),
  );
  return new RegExp(`\\b(?:${label})(?: (?:${label}))? (\\d{1,4})\\b(?! (?:${counted})(?:e?[ns]?)\\b)|^(\\d{1,4})$`);
});

/** "No. 12", "n° 12" and "#12" are number 12. A bare "no" counts only at the begin or end, because it mostly means none. */
const sign = /(?:[#№]|(?<!\p{L})n[°º]|(?<!\p{L})no\.|^\s*no(?= )|(?<!\p{L})no(?= \d+\W*$))\s*(?=\d)/giu;

/** @param text unfolded, because folding makes "No. 12" and "No, twelve" the same */
export const spellNumberSigns = (text: string, language: Language): string =>
  text.replace(sign, `${languageData[language].words.label[0]?.split(' ')[0]} `);

export type AskedObject = { document: KnowledgeDocument; paragraph: number } | { nearest: readonly NumberedObject[]; number: number };

/** The nearest numbers if the museum lacks the number. */
export function findAskedObject(
  { objects }: MuseumContent['profile'],
  documents: ReadonlyMap<string, KnowledgeDocument>,
  words: readonly string[],
  language: Language,
): AskedObject | undefined {
  const [, named, alone] = numbers[language].exec(numbersInDigits(words, language).join(' ')) ?? [];
  const number = Number(named ?? alone);
  if (Number.isNaN(number)) return undefined;
  const { found, nearest } = findObject(objects, number);
  const document = found && documents.get(found.document);
  if (document) return { document, paragraph: found.paragraph - 1 };
  return nearest.length > 0 ? { nearest, number } : undefined;
}
