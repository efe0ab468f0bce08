import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { LRUCache } from 'lru-cache';
import { byLanguage } from '../language/language-data.ts';
import { findNumbers } from '../words/numbers.ts';
import { isQuestion } from '../words/sentences.ts';
import { stem } from '../words/stem.ts';
import { type Clause, checkLists, meaningsOf, readClauses, saysNumber } from './clauses.ts';

interface CarrierClause extends Clause {
  stems: ReadonlySet<string>;
  /** With those of the question it answers. */
  around: ReadonlySet<string>;
  /** "without a stove": what denies the next word alone. */
  isBare: boolean;
  predicates: ReadonlySet<string>;
  /** Without the words too common to be anybody's claim. */
  telling: ReadonlySet<string>;
}

/** Texts that a sentence is held against. */
export interface Carrier {
  /** Each with the stems of the sentences it stands in. */
  numbers: ReadonlyMap<number, ReadonlySet<string>>;
  clauses: readonly CarrierClause[];
  /** The stems of each sentence. */
  sentences: readonly ReadonlySet<string>[];
  /** Words with a capital by their stems. */
  capitals: ReadonlyMap<string, string>;
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** The stems that carry a word: its own, a synonym's, else those of the same root. */
  stemsFor(word: string): ReadonlySet<string>;
}

export function createCarrier(texts: readonly string[], names: readonly string[], language: Language): Carrier {
  const { small, negations } = checkLists[language];
  const stemsOf = (words: readonly string[]) => new Set(words.map((word) => stem(word, language)));
  const sentences = texts.flatMap(splitSentences);
  const clauses = sentences.flatMap((sentence, at) => {
    const before = sentences[at - 1] ?? '';
    // An answer denies what its question names.
    const asked = isQuestion(before) ? stemsOf(wordsOf(before)) : [];
    return readClauses(sentence, language).map((clause) => {
      const words = clause.words.map(({ word }) => word);
      return {
        ...clause,
        isBare: isBare(clause),
        stems: stemsOf(words),
        predicates: stemsOf(clause.words.filter(({ word, isPredicate }) => isPredicate && !small.has(word)).map(({ word }) => word)),
        telling: stemsOf(words.filter((word) => !small.has(word) && !negations.has(word))),
        around: new Set([...stemsOf(words), ...asked]),
      };
    });
  });
  const numbers = new Map<number, Set<string>>();
  for (const [at, sentence] of sentences.entries()) {
    // What a title dates is all that stands below it; "it was built in 1788" dates what the sentence before names.
    const around = /\p{P}$/u.test(sentence) ? stemsOf(wordsOf(`${sentences[at - 1] ?? ''} ${sentence}`)) : [];
    for (const { value } of findNumbers(sentence, language)) numbers.set(value, new Set([...(numbers.get(value) ?? []), ...around]));
  }
  const stems = new Set([...clauses.flatMap((clause) => [...clause.stems]), ...stemsOf(names.flatMap(wordsOf))]);
  const rooted = [...stems].filter((one) => !stopStems[language].has(one));
  const found = new Map<string, ReadonlySet<string>>();
  const search = (word: string) => {
    const same = meaningsOf(word, language).filter((other) => stems.has(other));
    if (same.length > 0) return new Set(same);
    const own = stem(word, language);
    return new Set(rooted.filter((other) => shareRoot(own, other, language) && isWhole(own, other, stems, language)));
  };
  return {
    numbers,
    clauses,
    sentences: sentences.map((sentence) => stemsOf(wordsOf(sentence))),
    capitals: new Map(
      clauses.flatMap(({ words }) => words.filter(({ isCapital }) => isCapital).map(({ word }) => [stem(word, language), word])),
    ),
    words: new Set(texts.flatMap(wordsOf)),
    stems,
    stemsFor(word) {
      const carrying = found.get(word) ?? search(word);
      found.set(word, carrying);
      return carrying;
    },
  };
}

const stopStems = byLanguage((language) => new Set([...checkLists[language].stop].map((word) => stem(word, language))));

/** "paint" and "painter", "Schleuse" and "Schleusenhaus", "teinturier" and "teinturerie". */
function shareRoot(one: string, other: string, language: Language): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 3) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (same === short.length && (same >= 4 || long.length - same <= 4)) return true;
  return (same >= 5 && same >= short.length - 2) || (language === 'de' && short.length >= 4 && long.endsWith(short));
}

const prefix = /^(?:an|auf|aus|ab|be|ein|ent|er|ge|her|hin|mit|nach|uber|um|ver|vor|weg|zer|zu)+$/;

/** A German compound says more than its last part: "Südfenster" is not what a text says of a window. */
function isWhole(own: string, other: string, stems: ReadonlySet<string>, language: Language): boolean {
  if (language !== 'de' || own.length <= other.length || !own.endsWith(other)) return true;
  const rest = own.slice(0, -other.length);
  return prefix.test(rest) || [...stems].some((one) => one.length >= 3 && (rest.startsWith(one) || one.startsWith(rest)));
}

/** Paragraphs are asked for again and again, by each sentence of an answer and by other visitors. */
const carriers = new LRUCache<string, Carrier>({ max: 2_000 });

export function carrierOf(texts: readonly string[], names: readonly string[], language: Language): Carrier {
  const key = [language, ...names, ...texts].join('\n');
  const carrier = carriers.get(key) ?? createCarrier(texts, names, language);
  carriers.set(key, carrier);
  return carrier;
}

const stands = (stems: ReadonlySet<string>, clause: CarrierClause) => [...stems].some((one) => clause.stems.has(one));
const countIn = (carrying: readonly ReadonlySet<string>[], clause: CarrierClause) =>
  carrying.filter((stems) => stands(stems, clause)).length;

/** Whether a number stands in no text, or in one beside other things than those the sentence tells beside it. */
export function isNumberAstray(clauses: readonly Clause[], carrier: Carrier, language: Language): boolean {
  const said = [...carrier.numbers.keys()];
  const carrying = clauses.map(({ words }) =>
    words.flatMap(({ word, isNumber }) => (isNumber || checkLists[language].small.has(word) ? [] : [carrier.stemsFor(word)])),
  );
  return clauses.some(({ numbers }, at) => {
    const near = carrying.slice(Math.max(0, at - 1), at + 2).flatMap((each) => each.flatMap((stems) => [...stems]));
    const own = (carrying[at] ?? []).filter((stems) => stems.size > 0);
    return numbers.some((each) => {
      if (!saysNumber(each, said)) return true;
      const around = carrier.numbers.get(each.value);
      if (!around || around.size === 0) return false;
      const isYear = isDate(each.value);
      if (isYear && near.length > 0 && !near.some((one) => around.has(one))) return true;
      // "since 1903 a savings book" where the text says "since 1896 the summers, since 1903 a savings book".
      const closest = (isOwn: boolean) =>
        Math.max(
          0,
          ...carrier.clauses
            .filter(({ numbers: others }) =>
              others.some(({ value }) =>
                isOwn ? value === each.value : isDate(value) === isYear && !numbers.some((one) => one.value === value),
              ),
            )
            .map((clause) => countIn(own, clause)),
        );
      return closest(true) === 0 && closest(false) > 0;
    });
  });
}

/** Whether a name stands where the texts tell the same of another name: "a letter of Dandini" for one of Savelli. */
export function isNameAstray(
  { words }: Clause,
  { sentences, capitals, stems: all, stemsFor }: Carrier,
  properNames: ReadonlySet<string>,
  language: Language,
): boolean {
  const own = words.filter(({ word, isCapital }) => isCapital && properNames.has(word)).map(({ word }) => stem(word, language));
  if (own.length === 0) return false;
  const told = words
    .filter(({ word, isNumber }) => !isNumber && !checkLists[language].small.has(word) && !properNames.has(word))
    .map(({ word }) => stemsFor(word))
    .filter((stems) => stems.size > 0);
  const countIn = (sentence: ReadonlySet<string> | undefined) =>
    told.filter((stems) => [...stems].some((one) => sentence?.has(one))).length;
  // The two sentences behind it may say "she".
  const isTold = (name: string) =>
    sentences.some((each, at) => each.has(name) && sentences.slice(at, at + 3).some((one) => countIn(one) > 0));
  const others = [...capitals].flatMap(([name, word]) => (!own.includes(name) && properNames.has(word) ? [name] : []));
  return (
    own.every((name) => all.has(name) && !isTold(name)) &&
    sentences.some((each) => countIn(each) > 0 && others.some((name) => each.has(name)))
  );
}

const isDate = (value: number) => value >= 1000 && value < 2100;

export const isBare = ({ words: [first] }: Clause) => /^(?:without|ohne|sans)$/.test(first?.word ?? '');

export interface ClauseClaim {
  carrying: readonly { stems: ReadonlySet<string>; isPredicate: boolean }[];
  /** What the clause is read from. */
  clause: Clause;
  hasClaim: boolean;
}

/** Whether what a clause says is denied where its words stand, or the other way round. */
export function contradicts({ carrying: words, clause: said, hasClaim }: ClauseClaim, { clauses }: Carrier): boolean {
  const carrying = words.map(({ stems }) => stems);
  const bestOf = (some: readonly CarrierClause[]) => Math.max(0, ...some.map((clause) => countIn(carrying, clause)));
  if (said.isNegative) {
    // "It is not empty" does not say that it is empty.
    const denying = clauses.filter(
      ({ isNegative, denials }) => isNegative || denials.some((word) => !said.words.some((own) => own.word === word)),
    );
    if (denying.length === 0) return true;
    const least = isBare(said) ? 1 : Math.max(1, bestOf(clauses) - 1);
    return carrying.length > 0 && bestOf(denying.map((clause) => ({ ...clause, stems: clause.around }))) < least;
  }
  const denied = words.filter(({ stems }) => {
    const own = clauses.filter((clause) => stands(stems, clause));
    return own.length > 0 && own.every((clause) => clause.isNegative);
  });
  if (denied.length > 0 && hasClaim) return true;
  if (denied.some(({ isPredicate }) => isPredicate)) return true;
  // The same thing told of the same thing, but denied.
  const affirmed = bestOf(clauses.filter((clause) => !clause.isNegative));
  return clauses.some((clause) => {
    const matched = clause.isNegative ? words.filter(({ stems }) => stands(stems, clause)) : [];
    const isTold = ({ stems, isPredicate }: (typeof words)[number]) => isPredicate || [...stems].some((one) => clause.predicates.has(one));
    const isSame = clause.isBare || matched.some(isTold);
    return isSame && matched.length > affirmed && matched.length * 2 > words.length && matched.length * 2 > clause.telling.size;
  });
}
