import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { LRUCache } from 'lru-cache';
import { fold, wordsOf } from '../words/fold.ts';
import { findNumbers } from '../words/numbers.ts';
import { stem } from '../words/stem.ts';
import { type Clause, type ClauseWord, checkLists, meaningsOf, readClauses } from './clauses.ts';
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
  const sentence = { numbers: findNumbers(text, context.language), clauses: readClauses(text, context.language) };
  let reason: DropReason | undefined;
  for (const passages of named.length > 0 ? [named, ...each] : each) {
    const fault = findFault(sentence, carrierOf(passages, context), context);
    if (!fault) return { kind: 'carried', passages };
    reason ??= fault;
  }
  return { kind: 'dropped', reason: reason ?? 'words' };
}

/** Texts that a sentence is held against. */
interface Carrier {
  /** Each with the stems of the sentences it stands in. */
  numbers: ReadonlyMap<number, ReadonlySet<string>>;
  clauses: readonly { stems: ReadonlySet<string>; isNegative: boolean; isDenying: boolean }[];
  /** Stems of words with a capital. */
  capitals: ReadonlySet<string>;
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** The stems that carry a word: its own, a synonym's, else those of the same root. */
  stemsFor(word: string): ReadonlySet<string>;
}

function createCarrier(texts: readonly string[], names: readonly string[], language: Language): Carrier {
  const clauses = texts.flatMap((text) =>
    readClauses(text, language).map(({ words, ...clause }) => ({
      ...clause,
      words,
      stems: new Set(words.map(({ word }) => stem(word, language))),
    })),
  );
  const numbers = new Map<number, Set<string>>();
  for (const sentence of texts.flatMap(splitSentences)) {
    const around = wordsOf(sentence).map((word) => stem(word, language));
    for (const { value } of findNumbers(sentence, language)) numbers.set(value, new Set([...(numbers.get(value) ?? []), ...around]));
  }
  const stems = new Set([...clauses.flatMap((clause) => [...clause.stems]), ...names.flatMap(wordsOf).map((word) => stem(word, language))]);
  const found = new Map<string, ReadonlySet<string>>();
  const search = (one: string) => {
    const same = meaningsOf(one, language).filter((other) => stems.has(other));
    return new Set(same.length > 0 ? same : [...stems].filter((other) => shareRoot(one, other, language)));
  };
  return {
    numbers,
    clauses,
    capitals: new Set(clauses.flatMap(({ words }) => words.filter(({ isCapital }) => isCapital).map(({ word }) => stem(word, language)))),
    words: new Set(texts.flatMap(wordsOf)),
    stems,
    stemsFor(word) {
      const one = stem(word, language);
      const carrying = found.get(one) ?? search(one);
      found.set(one, carrying);
      return carrying;
    },
  };
}

/** "paint" and "painter", "Schleuse" and "Schleusenhaus", "teinturier" and "teinturerie". */
function shareRoot(one: string, other: string, language: Language): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 3) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (same === short.length && (same >= 4 || long.length - same <= 4)) return true;
  return (same >= 5 && same >= short.length - 2) || (language === 'de' && short.length >= 4 && long.endsWith(short));
}

/** Paragraphs are asked for again and again, by each sentence of an answer and by other visitors. */
const carriers = new LRUCache<string, Carrier>({ max: 2_000 });

function carrierOf(passages: readonly NumberedPassage[], { names, language }: SentenceContext): Carrier {
  const texts = passages.flatMap(({ title, text }) => [title, text]);
  const key = [language, ...names, ...texts].join('\n');
  const carrier = carriers.get(key) ?? createCarrier(texts, names, language);
  carriers.set(key, carrier);
  return carrier;
}

/** Why the texts do not carry the sentence; undefined where they do. */
function findFault(
  { numbers, clauses }: { numbers: readonly { value: number }[]; clauses: readonly Clause[] },
  carrier: Carrier,
  { language, properNames }: Pick<SentenceContext, 'language' | 'properNames'>,
): DropReason | undefined {
  if (numbers.some(({ value }) => !carrier.numbers.has(value))) return 'number';
  const stems = clauses.map(({ words }) =>
    words.flatMap(({ word, isNumber }) => (isNumber || checkLists[language].small.has(word) ? [] : [...carrier.stemsFor(word)])),
  );
  // A year belongs to what is told beside it: in the clauses around it something of its sentence must stand.
  const isAstray = clauses.some(({ numbers: years }, at) => {
    const near = stems.slice(Math.max(0, at - 1), at + 2).flat();
    return (
      near.length > 0 && years.some((value) => value >= 1000 && value < 2100 && !near.some((one) => carrier.numbers.get(value)?.has(one)))
    );
  });
  if (isAstray) return 'number';
  const isMisnamed = ({ word, isCapital }: ClauseWord) => isCapital && properNames.has(word) && !carrier.stems.has(stem(word, language));
  if (clauses.some(({ words }) => words.some(isMisnamed))) return 'name';
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
  const { small, negations, claims, talk } = checkLists[language];
  // "As the text says,"
  if (clause.numbers.length === 0 && clause.words.every(({ word }) => small.has(word) || talk.has(word))) return { carried: 0, unknown: 0 };
  const telling = clause.words.filter(({ word }) => word.length > 1 && !small.has(word) && !negations.has(word) && !claims.has(word));
  const judged = telling.map((each) => ({ ...each, source: each, stems: each.isNumber ? undefined : stemsOf(each, carrier, language) }));
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
  if (isAdded || judged.some((each, at) => isUnknown[at] && isPlaceOrKind(each.source, clause, language)))
    return { ...counts, fault: 'words' };
  const hasClaim = clause.words.some(({ word }) => claims.has(word) && !carrier.words.has(word));
  // Common verbs tell nothing, but may be what is denied.
  const deniable = clause.words.filter(({ word, isNumber }) => !isNumber && !checkLists[language].stop.has(word) && !claims.has(word));
  const carrying = deniable.map(({ word }) => carrier.stemsFor(word)).filter((stems) => stems.size > 0);
  const isBare = /^(?:without|ohne|sans)$/.test(clause.words[0]?.word ?? '');
  const isContrary = contradicts({ carrying, isNegative: clause.isNegative, isBare, hasClaim }, carrier);
  return { ...counts, ...(isContrary && { fault: 'negation' }) };
}

/** "in the attic", "was a thief": where and what something was is told by a single word. */
function isPlaceOrKind(word: ClauseWord, { words }: Clause, language: Language): boolean {
  const { where, copulas, articles } = checkLists[language];
  const before = words.slice(0, words.indexOf(word)).map((each) => each.word);
  const hasArticle = articles.has(before.at(-1) ?? '');
  const last = before.at(hasArticle ? -2 : -1) ?? '';
  if (language === 'de') return word.isCapital && (where.has(last) || copulas.has(last));
  return where.has(last) || (hasArticle && copulas.has(last));
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

interface ClauseClaim {
  carrying: readonly ReadonlySet<string>[];
  isNegative: boolean;
  /** "without a stove": denies the next word alone. */
  isBare: boolean;
  hasClaim: boolean;
}

/** Whether what a clause says is denied where its words stand, or the other way round. */
function contradicts({ carrying, isNegative, isBare, hasClaim }: ClauseClaim, { clauses }: Carrier): boolean {
  const stands = (stems: ReadonlySet<string>, in_: { stems: ReadonlySet<string> }) => [...stems].some((one) => in_.stems.has(one));
  if (isNegative && !clauses.some(({ isDenying }) => isDenying)) return true;
  if (isNegative) {
    const best = Math.max(0, ...clauses.map((clause) => carrying.filter((stems) => stands(stems, clause)).length));
    const least = isBare ? 1 : Math.max(1, best - 1);
    return (
      carrying.length > 0 &&
      !clauses.some((clause) => clause.isDenying && carrying.filter((stems) => stands(stems, clause)).length >= least)
    );
  }
  const denied = carrying.filter((stems) => {
    const own = clauses.filter((clause) => stands(stems, clause));
    return own.length > 0 && own.every((clause) => clause.isNegative);
  });
  return denied.length > 0 && (hasClaim || (carrying.length > 1 && denied.length * 2 >= carrying.length));
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
  const asked = createCarrier([question, ...passages.flatMap(({ title, text: paragraph }) => [title, paragraph])], names, language);
  const hasNumbers = findNumbers(text, language).every(({ value }) => asked.numbers.has(value));
  return hasNumbers && words.every((word) => isTalk(word) || small.has(word) || /\d/.test(word) || asked.stemsFor(word).size > 0);
}

const leaning =
  /^(?:it|he|she|they|its|his|her|their|this|these|that|those|but|and|so|both|er|sie|es|sein\w*|ihr\w*|dies\w*|doch|aber|und|beide|dort|da|il|elle|ils|elles|ce|cette|ces|cela|c|mais|et|son|sa|ses|leurs?|y|en)\b/;

/** Whether a sentence leans on the one before it. */
export function leansBack(text: string): boolean {
  return leaning.test(fold(text));
}
