import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { stem } from './stem.ts';
import { topicWords } from './stop-words.ts';
import { wordsOf } from './fold.ts';

/** The stems a language's documents know, and how rare each is. */
export interface Vocabulary {
  /** The searchable stems of a text; a German compound brings the known words it is made of. */
  stemsOf(text: string): string[];
  /** Known stems inside a word the documents do not know as such. */
  partsOf(stemmed: string): string[];
  has(stemmed: string): boolean;
  /** How much a question's stem counts: 0.6 where every document has it, up to 1 where one has it or none. */
  weightOf(stemmed: string): number;
}

const shortestPart = 4;
const shortestCompound = 8;
/** What German puts between the parts of a compound. */
const joints = ['', 's', 'es', 'n', 'en', 'er', 'e'];

/** @param texts one a document: title and all paragraphs */
export function createVocabulary(texts: readonly string[], language: Language): Vocabulary {
  const stems = (text: string) => topicWords(wordsOf(text), language).map((word) => stem(word, language));
  const documents = texts.map((text) => new Set(stems(text)));
  const known = new Set(documents.flatMap((document) => [...document]));
  const parts = (stemmed: string) => (language === 'de' ? compoundParts(stemmed, known) : []);
  const withParts = documents.map((document) => new Set([...document].flatMap((one) => [one, ...parts(one)])));
  const counts = new Map<string, number>();
  for (const one of withParts.flatMap((document) => [...document])) counts.set(one, (counts.get(one) ?? 0) + 1);
  return {
    stemsOf: (text) => stems(text).flatMap((one) => [one, ...parts(one)]),
    partsOf: parts,
    has: (stemmed) => counts.has(stemmed),
    weightOf: (stemmed) => 1 - 0.4 * (((counts.get(stemmed) ?? 1) - 1) / Math.max(1, documents.length - 1)),
  };
}

/** "salondeck" → "salon", "deck" where the documents know both; else the one of them they know. */
function compoundParts(stemmed: string, known: ReadonlySet<string>): string[] {
  if (stemmed.length < shortestCompound) return [];
  const cuts = Array.from({ length: stemmed.length - 2 * shortestPart + 1 }, (_, index) => index + shortestPart);
  const heads = cuts.filter((at) => known.has(stemmed.slice(at)));
  const whole = heads.map((at) => ({ head: stemmed.slice(at), first: firstPart(stemmed.slice(0, at), known) })).find(({ first }) => first);
  if (whole?.first) return [whole.first, whole.head];
  const longestHead = heads[0];
  if (longestHead !== undefined) return [stemmed.slice(longestHead)];
  const first = cuts.map((at) => firstPart(stemmed.slice(0, at), known)).findLast((part) => part !== undefined);
  return first === undefined ? [] : [first];
}

function firstPart(part: string, known: ReadonlySet<string>): string | undefined {
  const bare = joints.filter((joint) => part.endsWith(joint)).map((joint) => stem(part.slice(0, part.length - joint.length), 'de'));
  return bare.find((candidate) => candidate.length >= shortestPart - 1 && known.has(candidate));
}
