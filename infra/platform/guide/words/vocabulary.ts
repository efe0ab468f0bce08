import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { distance } from 'fastest-levenshtein';
import { stem } from './stem.ts';
import { topicWords } from './word-lists.ts';

/** The stems of a language's paragraphs. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

const shortestPart = 4;

/** @param texts one a paragraph */
export function createVocabulary(texts: readonly string[], language: Language) {
  /** The searchable stems of a text. */
  const stemsOf = (text: string) => topicWords(wordsOf(text), language).map((word) => stem(word, language));
  const places = new Map<string, Set<number>>();
  for (const [at, text] of texts.entries())
    for (const one of stemsOf(text)) places.set(one, (places.get(one) ?? new Set<number>()).add(at));
  const known = [...places.keys()].filter((one) => one.length >= shortestPart);
  const closest = (closeness: (other: string) => number) =>
    new Map(known.map((other) => [other, closeness(other)] as const).filter(([, close]) => close > 0));
  return {
    stemsOf,
    has: (stemmed: string) => places.has(stemmed),
    /** Information of a word: 1 if at most one paragraph contains one of its stems, less with each further paragraph. */
    weightOf(stems: Iterable<string>): number {
      const found = new Set([...stems].flatMap((one) => [...(places.get(one) ?? [])]));
      return Math.log(1 + texts.length / Math.max(1, found.size)) / Math.log(1 + texts.length);
    },
    /** German only: known compounds this stem is part of and known stems that are part of it, each with how close (0–1). */
    compoundsOf: (stemmed: string) => (language === 'de' ? closest((other) => closeness(stemmed, other)) : new Map<string, number>()),
    /** Known stems that a slip of the keyboard makes this one, each with how close (0–1). */
    slipsOf: (stemmed: string) => closest((other) => (isSlip(stemmed, other) ? 0.8 : 0)),
  };
}

/** A salon's ceiling ("salondeck") is a ceiling ("deck"): the last part counts. A guest book is no guest: the first counts little. */
function closeness(one: string, other: string): number {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  if (part.length < shortestPart || whole.length < part.length + shortestPart - 1) return 0;
  if (whole.endsWith(part)) return 0.8;
  return whole.startsWith(part) ? 0.45 : 0;
}

/** One letter in five, two in nine; the first is right. */
export function isSlip(one: string, other: string): boolean {
  if (one[0] !== other[0] || one.length < 4 || Math.abs(one.length - other.length) > 2 || /\d/.test(one)) return false;
  const slips = distance(one, other);
  // Two letters that changed places are one slip.
  const isSwap = slips === 2 && [...one].every((letter) => other.includes(letter)) && one.length === other.length;
  return isSwap || slips <= (Math.min(one.length, other.length) < 8 ? 1 : 2);
}
