import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { distance } from 'fastest-levenshtein';
import { stem } from './stem.ts';
import { topicWords } from './word-lists.ts';

export type Vocabulary = ReturnType<typeof createVocabulary>;

const shortestPart = 4;

/** @param texts a text for each paragraph */
export function createVocabulary(texts: readonly string[], language: Language) {
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
    /** The weight of a word's stems: 1 if at most one paragraph contains any of them, less with each further paragraph. */
    weightOf(stems: Iterable<string>): number {
      const found = new Set([...stems].flatMap((one) => [...(places.get(one) ?? [])]));
      return Math.log(1 + texts.length / Math.max(1, found.size)) / Math.log(1 + texts.length);
    },
    /** German only: known compounds of the stem and known parts of the stem, each with its closeness from 0 to 1. */
    compoundsOf: (stemmed: string) => (language === 'de' ? closest((other) => closeness(stemmed, other)) : new Map<string, number>()),
    /** Known stems that a typing error turns into this stem, each with its closeness from 0 to 1. */
    slipsOf: (stemmed: string) => closest((other) => (isSlip(stemmed, other) ? 0.8 : 0)),
  };
}

/** The last part of a compound is close: "salondeck" is a "deck". The first part is less close: a guest book is not a guest. */
function closeness(one: string, other: string): number {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  if (part.length < shortestPart || whole.length < part.length + shortestPart - 1) return 0;
  if (whole.endsWith(part)) return 0.8;
  return whole.startsWith(part) ? 0.45 : 0;
}

/** Up to one wrong letter in words of up to seven letters, else two. The first letter must be right. */
export function isSlip(one: string, other: string): boolean {
  if (one[0] !== other[0] || one.length < 4 || Math.abs(one.length - other.length) > 2 || /\d/.test(one)) return false;
  const slips = distance(one, other);
  // Two swapped letters count as one error.
  const isSwap = slips === 2 && [...one].every((letter) => other.includes(letter)) && one.length === other.length;
  return isSwap || slips <= (Math.min(one.length, other.length) < 8 ? 1 : 2);
}
