import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { fold, wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { findNumbers } from '../words/numbers.ts';
import { stem } from '../words/stem.ts';
import { type Carrier, carrierOf, contradicts, createCarrier, isNameAstray, isNumberAstray } from './carrier.ts';
import { type Clause, type ClauseWord, checkLists, readClauses } from './clauses.ts';
import type { NumberedPassage } from './retrieve-passages.ts';
import type { CitingSentence } from './sentence-stream.ts';

/** What a sentence is judged against. */
export interface SentenceContext {
  /** Of the passages. */
  language: Language;
  /** All that were retrieved. */
  passages: readonly NumberedPassage[];
  /** What the visitor asked. */
  question: string;
  /** Of the museum, its guide and exhibitions: nobody has to cite them. */
  names: readonly string[];
  /** Folded names of the museum's documents: a sentence that has one needs a passage that has it. */
  properNames: ReadonlySet<string>;
}

export type DropReason = 'number' | 'name' | 'negation' | 'words';

export type Verdict =
  /** It states nothing: a greeting, an offer, that the guide does not know. */
  | { kind: 'free' }
  | { kind: 'carried'; passages: readonly NumberedPassage[] }
  | { kind: 'dropped'; reason: DropReason | 'leaning' | 'model' };

/**
 * Judges one sentence of a model. Pure.
 *
 * It passes when it states nothing, or when passages carry it: those it cites, else any that was retrieved. They carry it
 * when every number and name of it stands in them, in any inflection and in digits or words; when no clause of it
 * denies what they say, or says what they deny; and when each clause has more words that they know than words that they
 * do not. What only rewords a passage gets through, what adds to it stands out as words that nothing around them knows.
 */
export function checkSentence({ text, cited }: CitingSentence, context: SentenceContext): Verdict {
  if (isFree(text, context)) return { kind: 'free' };
  const named = context.passages.filter(({ number }) => cited.includes(number));
  const each = context.passages.map((passage) => [passage]);
  const sentence = readClauses(text, context.language);
  let reason: DropReason | undefined;
  for (const passages of named.length > 0 ? [named, ...each] : each) {
    const fault = findFault(sentence, carrierOf(textsOf(passages), context.names, context.language), context);
    if (!fault) return { kind: 'carried', passages };
    reason ??= fault;
  }
  return { kind: 'dropped', reason: reason ?? 'words' };
}

const textsOf = (passages: readonly NumberedPassage[]) => passages.flatMap(({ title, text }) => [title, text]);

/** Why the texts do not carry the sentence; undefined where they do. */
function findFault(
  clauses: readonly Clause[],
  carrier: Carrier,
  { language, properNames }: Pick<SentenceContext, 'language' | 'properNames'>,
): DropReason | undefined {
  if (isNumberAstray(clauses, carrier, language)) return 'number';
  const isMisnamed = ({ word, isCapital }: ClauseWord) => isCapital && properNames.has(word) && !carrier.stems.has(stem(word, language));
  if (clauses.some((clause) => clause.words.some(isMisnamed) || isNameAstray(clause, carrier, properNames, language))) return 'name';
  const judged = clauses.map((clause) => judgeClause(clause, carrier, language));
  const faults = judged.flatMap(({ fault }) => fault ?? []);
  const count = (of: 'carried' | 'unknown') => judged.reduce((sum, clause) => sum + clause[of], 0);
  if (count('carried') < leastCarried * count('unknown') || count('carried') === 0) faults.push('words');
  return faults.find((fault) => fault === 'name') ?? faults[0];
}

/** Words that the passages know, for each that they do not. */
const leastCarried = 2;

interface JudgedClause {
  carried: number;
  unknown: number;
  fault?: DropReason;
}

function judgeClause(clause: Clause, carrier: Carrier, language: Language): JudgedClause {
  const { small, negations, claims, talk, common, exact, never, often } = checkLists[language];
  // "As the text says,"
  if (clause.numbers.length === 0 && clause.words.every(({ word }) => small.has(word) || talk.has(word))) return { carried: 0, unknown: 0 };
  const telling = clause.words.filter(({ word }) => word.length > 1 && !small.has(word) && !negations.has(word) && !claims.has(word));
  const judged = telling
    .map((each) => ({ ...each, stems: each.isNumber ? undefined : stemsOf(each, carrier, language) }))
    .filter(({ word, stems }) => stems?.size !== 0 || !common.has(stem(word, language)));
  // "how much a picture cost": all of it may be brought along, and then nothing of it is told.
  if (judged.length === 0 && telling.length > 1) return { carried: 0, unknown: telling.length, fault: 'words' };
  const isUnknown = judged.map(({ stems }) => stems?.size === 0);
  const isName = judged.map(({ isCapital, isFirst }, at) => {
    if (!isCapital || !isUnknown[at]) return false;
    // In German every noun has a capital: two in a row are a name.
    const hasNeighbour = Boolean(isUnknown[at - 1] && judged[at - 1]?.isCapital);
    return hasNeighbour || (language !== 'de' && !isFirst);
  });
  const unknown = isUnknown.filter(Boolean).length;
  const counts = { unknown, carried: judged.length - unknown };
  if (isName.includes(true)) return { ...counts, fault: 'name' };
  const run = longestRun(isUnknown);
  const isAdded = unknown > counts.carried || run > 2 || (run === 2 && unknown >= counts.carried);
  if (isAdded || judged.some(({ word, isNoun }, at) => isUnknown[at] && (isNoun || exact.has(stem(word, language)))))
    return { ...counts, fault: 'words' };
  const adds = (list: ReadonlySet<string>) => clause.words.some(({ word }) => list.has(word) && !carrier.words.has(word));
  const hasClaim = adds(claims);
  if (adds(often) && [...never].some((word) => carrier.words.has(word))) return { ...counts, fault: 'negation' };
  // Common verbs tell nothing, but may be what is denied.
  const deniable = clause.words.filter(({ word, isNumber }) => !isNumber && !checkLists[language].stop.has(word) && !claims.has(word));
  const carrying = deniable
    .map(({ word, isPredicate }) => ({ word, isPredicate, stems: carrier.stemsFor(word) }))
    .map(({ word, isPredicate, stems }) => {
      const own = stem(word, language);
      return stems.has(own) ? { stems: new Set([own]), isPredicate } : { stems, isPredicate: false };
    })
    .filter(({ stems }) => stems.size > 0);
  const isContrary = contradicts({ carrying, clause, hasClaim }, carrier);
  return { ...counts, ...(isContrary && { fault: 'negation' }) };
}

/** A name is carried by a name: "Therese" is no "there". */
function stemsOf({ word, isCapital, isFirst }: ClauseWord, carrier: Carrier, language: Language): ReadonlySet<string> {
  const stems = carrier.stemsFor(word);
  if (!isCapital || isFirst || language === 'de' || stems.has(stem(word, language))) return stems;
  return new Set([...stems].filter((one) => carrier.capitals.has(one)));
}

function longestRun(flags: readonly boolean[]): number {
  let run = 0;
  return Math.max(0, ...flags.map((flag) => (run = flag ? run + 1 : 0)));
}

/** Made of the words a conversation is made of; an offer; that the guide does not know. */
function isFree(text: string, { language, question, names, passages }: SentenceContext): boolean {
  const { talk, small, unknown, but, offer } = checkLists[language];
  const words = wordsOf(text);
  const own = new Set(names.flatMap(wordsOf));
  const isTalk = (word: string) => talk.has(word) || own.has(word);
  if (!/\d/.test(text) && words.every(isTalk)) return true;
  const folded = words.join(' ');
  const isOffer = /\?[»”"'\s]*$/.test(text) && offer.test(folded);
  const isUnknown = unknown.test(folded) && !but.test(folded);
  if (!isOffer && !isUnknown) return false;
  const asked = createCarrier([question, ...textsOf(passages)], names, language);
  const hasNumbers = findNumbers(text, language).every(({ value }) => asked.numbers.has(value));
  return hasNumbers && words.every((word) => isTalk(word) || small.has(word) || /\d/.test(word) || asked.stemsFor(word).size > 0);
}

const leaning =
  /^(?:it|he|she|they|its|his|her|their|this|these|that|those|but|and|so|both|er|sie|es|sein\w*|ihr\w*|dies\w*|doch|aber|und|beide|dort|da|il|elle|ils|elles|ce|cette|ces|cela|c|mais|et|son|sa|ses|leurs?|y|en)\b/;

/** Whether a sentence leans on the one before it. */
export function leansBack(text: string): boolean {
  return leaning.test(fold(text));
}
