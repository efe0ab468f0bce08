import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { findObject } from '@enfilade/shared-contracts/museum/findings';
import type { NumberedObject } from '@enfilade/shared-contracts/museum/profile';
import type { KnowledgeDocument, MuseumContent } from '../../content/content.ts';
import { numbersInDigits } from '../words/numbers.ts';

/** What stands before a number that is on a label, in folded words. */
const before: Readonly<Record<Language, string>> = {
  en: 'number|no|object|exhibit|label',
  de: 'nummer|nr|objekt|exponat|schild',
  fr: 'numero|no|n|objet|oeuvre',
};

/** The number of a label in a question: "What is number 12?", or the number alone. */
export function labelNumberIn(words: readonly string[], language: Language): number | undefined {
  const text = numbersInDigits([...words], language).join(' ');
  const [, named, alone] =
    new RegExp(`\\b(?:${before[language]})(?: (?:${before[language]}))? (\\d{1,4})\\b|^(\\d{1,4})$`).exec(text) ?? [];
  const number = named ?? alone;
  return number === undefined ? undefined : Number(number);
}

export type AskedObject = { document: KnowledgeDocument; paragraph: number } | { nearest: NumberedObject; number: number };

/** What a number on a label leads to; undefined where none is asked for, or the museum numbers nothing. */
export function findAskedObject(
  { objects }: MuseumContent['profile'],
  documents: ReadonlyMap<string, KnowledgeDocument>,
  words: readonly string[],
  language: Language,
): AskedObject | undefined {
  const number = labelNumberIn(words, language);
  if (number === undefined) return undefined;
  const { found, nearest } = findObject(objects, number);
  const document = found && documents.get(found.document);
  if (document) return { document, paragraph: found.paragraph - 1 };
  return nearest && { nearest, number };
}
