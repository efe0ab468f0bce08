import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from './fold.ts';
import { stem } from './stem.ts';
import { topicWords } from './word-lists.ts';

/** The stems a language's documents know. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

const shortestPart = 4;

/** @param texts one a document: title and all paragraphs */
export function createVocabulary(texts: readonly string[], language: Language) {
  const stemsOf = (text: string) => topicWords(wordsOf(text), language).map((word) => stem(word, language));
  const counts = new Map<string, number>();
  for (const one of texts.flatMap((text) => [...new Set(stemsOf(text))])) counts.set(one, (counts.get(one) ?? 0) + 1);
  const known = [...counts.keys()].filter((one) => one.length >= shortestPart);
  return {
    /** The searchable stems of a text. */
    stemsOf,
    has: (stemmed: string) => counts.has(stemmed),
    /** How much a question's stem counts: 0.6 where every document has it, up to 1 where one has it or none. */
    weightOf: (stemmed: string) => 1 - 0.4 * (((counts.get(stemmed) ?? 1) - 1) / Math.max(1, texts.length - 1)),
    /** German only: known compounds this stem is part of and known stems that are part of it, each with how close (0–1). */
    compoundsOf: (stemmed: string) =>
      new Map(language === 'de' ? known.map((other) => [other, closeness(stemmed, other)] as const).filter(([, close]) => close > 0) : []),
  };
}

/** A salon's ceiling ("salondeck") is a ceiling ("deck"): the last part counts. A guest book is no guest: the first counts little. */
function closeness(one: string, other: string): number {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  if (part.length < shortestPart || whole.length < part.length + shortestPart - 1) return 0;
  if (whole.endsWith(part)) return 0.8;
  return whole.startsWith(part) ? 0.45 : 0;
}
