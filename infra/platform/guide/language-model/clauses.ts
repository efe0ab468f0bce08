import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { fold, wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../../content/content.ts';
import { byLanguage, languageWords, wordSetOf } from '../language/language-data.ts';
import { digitsIn } from '../words/numbers.ts';
import { stem } from '../words/stem.ts';
import { tableSynonyms } from '../words/word-lists.ts';
import checkWords from './check-words.json';

const stemsOf = (lines: readonly string[], language: Language) => new Set([...wordSetOf(lines)].map((word) => stem(word, language)));

/** What a language's sentences are judged by; all words folded. */
export const checkLists = byLanguage((language) => {
  const words = checkWords[language];
  const stop = wordSetOf(languageWords[language].stop);
  const exactStems = stemsOf(words.exact, language);
  const claiming = wordSetOf([...words.negations, ...words.claims]);
  const negations = wordSetOf(words.negations);
  return {
    negations,
    /** Deny without a "not": "refused", "missing". They may carry a negation and are none. */
    denials: wordSetOf(words.denials),
    /** Say how often or of how many: wrong where what carries them is denied. */
    claims: wordSetOf(words.claims),
    stop: new Set([...stop, ...negations]),
    /** Too common to be anybody's claim. */
    small: new Set([...stop, ...wordSetOf([...words.light, words.where, words.articles])].filter((word) => !claiming.has(word))),
    /** What conversations are made of besides claims. */
    talk: new Set([...stop, ...wordSetOf(words.talk)]),
    /** Told by a single word that nothing else stands for: who of a family, which day, season, direction, colour, material. */
    exact: exactStems,
    /** What a rewording brings along: it may stand in no text, and is no claim. */
    common: new Set(
      [...stemsOf([...words.talk, ...words.common, ...languageWords[language].weak], language)].filter((one) => !exactStems.has(one)),
    ),
    /** What they say is wrong where texts say 'never' or 'nobody', unless they say it too. */
    often: wordSetOf([words.often]),
    never: wordSetOf([words.never]),
    /** What stands before a place. */
    where: wordSetOf([words.where]),
    articles: wordSetOf([words.articles]),
    about: new RegExp(`(?:^|[\\s(])(?:${words.about})\\s+$`, 'iu'),
    years: new RegExp(`^\\s+(?:${words.years})`, 'iu'),
    century: new RegExp(`^(?:th|st|nd|rd|e|er|ème)?\\.?\\s+(?:${words.century})`, 'iu'),
    unknown: new RegExp(words.unknown),
    but: new RegExp(words.but),
    offer: new RegExp(words.offer),
    /** "why not", "not larger than" deny nothing. */
    pseudo: new RegExp(words.pseudo, 'g'),
    breaks: new RegExp(
      `[;:()]|,(?!\\d)|\\s[–—-]\\s|(?<!\\b\\d{1,2})[.!?…]+(?=\\s|$)|(?<=\\s)(?:${words.conjunctions})(?=\\s)|\\s(?=(?:without|ohne|sans)\\s|qu[’']aucun)`,
      'iu',
    ),
  };
});

const closeSynonyms = byLanguage((language) => tableSynonyms(checkWords[language].synonyms, language));
const synonyms = byLanguage((language) => tableSynonyms([...languageWords[language].synonyms, ...checkWords[language].synonyms], language));

/** Stems that mean the same thing as this word, its own among them. */
export function meaningsOf(word: string, language: Language): readonly string[] {
  const own = stem(word, language);
  const table = checkLists[language].exact.has(own) ? closeSynonyms : synonyms;
  return [own, ...(table[language].get(own) ?? [])];
}

export interface ClauseWord {
  word: string;
  isCapital: boolean;
  /** Of the whole text: written with a capital whatever it is. */
  isFirst: boolean;
  isNumber: boolean;
  /** Stands where a noun does: something that is told of, rather than how it is told. */
  isNoun: boolean;
  /** May be what is told of it: a verb, or an adjective by itself. */
  isPredicate: boolean;
}

export interface ClauseNumber {
  value: number;
  kind: 'exact' | 'about' | 'century' | 'decade' | 'years';
}

/** A piece of a text that says something: between commas, brackets, dashes and conjunctions. */
export interface Clause {
  words: readonly ClauseWord[];
  numbers: readonly ClauseNumber[];
  isNegative: boolean;
  /** Its words that deny without a "not". */
  denials: readonly string[];
}

export function readClauses(text: string, language: Language): Clause[] {
  const { breaks, negations, denials, pseudo } = checkLists[language];
  let isFirst = true;
  // "forty and one" is no end of a clause.
  return digitsIn(text, language)
    .split(breaks)
    .flatMap((piece) => {
      const words = [...piece.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(([raw]) => {
        const isCapital = /^\p{Lu}/u.test(raw);
        const all = wordsOf(raw).map((word) => ({
          word,
          isCapital,
          isFirst,
          isNumber: /\d/.test(word),
          isNoun: false,
          isPredicate: false,
        }));
        isFirst = false;
        return all;
      });
      if (words.length === 0) return [];
      for (const [at, each] of words.entries()) {
        each.isNoun = language === 'de' ? each.isCapital && !each.isFirst : isNounAt(words, at, language);
        const isAttribute = language === 'de' && words[at + 1]?.isCapital && /(?:e[mnrs]?|rosa)$/.test(each.word);
        each.isPredicate = !each.isNoun && !each.isCapital && !isAttribute;
      }
      const negators = wordsOf(fold(piece).replace(pseudo, ' ')).filter((word) => negations.has(word));
      // Two deny each other in German: "Keines ist nie größer".
      const isNegative = negators.length > 0 && !(language === 'de' && negators.length === 2);
      const numbers = [...piece.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
        value: Number(digits),
        kind: kindOf(Number(digits), piece.slice(0, index), piece.slice(index + digits.length), language),
      }));
      return [{ words, numbers, isNegative, denials: words.map(({ word }) => word).filter((word) => denials.has(word)) }];
    });
}

function isNounAt(words: readonly ClauseWord[], at: number, language: Language): boolean {
  const { word = '' } = words[at] ?? {};
  const { articles, where } = checkLists[language];
  const [before = '', earlier = ''] = [words[at - 1]?.word, words[at - 2]?.word];
  const isBehind = articles.has(before) || where.has(before);
  // "her bare heel": the last word behind an adjective.
  const isLast = at === words.length - 1 && /^(?:an?|her|his|its|their)$/.test(earlier);
  if (language === 'en') return (isBehind || isLast) && !/(?:ed|ing|ly)$/.test(word) && before !== 'to';
  // "le lire", "l'acheta": what looks like an article may be what a verb is done to.
  const isObject = /^(?:le|la|les|l)$/.test(before) && at > 1 && !where.has(earlier);
  const isVerb = /^de?$/.test(before) ? /[ei]r$/.test(word) : isObject && /(?:er|ir|re|ait|aient|a|ent)$/.test(word);
  return isBehind && !isVerb;
}

/** How a number is meant, by what stands around it. */
function kindOf(value: number, before: string, after: string, language: Language): ClauseNumber['kind'] {
  const { about, years, century } = checkLists[language];
  if (value <= 21 && century.test(after)) return 'century';
  if (value >= 1000 && value % 10 === 0 && (/^(?:s|er)\b/.test(after) || /années\s+$/.test(before))) return 'decade';
  if (about.test(before)) return 'about';
  return years.test(after) ? 'years' : 'exact';
}

/** Whether numbers of a text say this one: in other units, rounded, or as the time between two years. */
export function saysNumber({ value, kind }: ClauseNumber, said: readonly number[]): boolean {
  if (said.includes(value)) return true;
  const dates = said.filter((one) => one >= 1000 && one < 2100);
  if (kind === 'century') return dates.some((one) => Math.ceil(one / 100) === value);
  if (kind === 'decade') return dates.some((one) => one - (one % 10) === value);
  if (kind === 'exact') return false;
  const spans = dates.flatMap((one) => dates.map((other) => other - one)).filter((span) => span > 0);
  // An age is a year less before the birthday.
  if (spans.some((span) => span === value || (kind === 'years' && span === value + 1))) return true;
  return kind === 'about' && value % 10 === 0 && [...said, ...spans].some((one) => Math.abs(one - value) <= value / 8);
}

/** The folded names of documents: written with a capital inside a sentence, and never small. German nouns hide theirs. */
export function findProperNames(documents: readonly KnowledgeDocument[]): ReadonlySet<string> {
  const capital = new Set<string>();
  const small = new Set<string>();
  const sentences = documents.flatMap(({ language, paragraphs }) => (language === 'de' ? [] : paragraphs.flatMap(splitSentences)));
  for (const sentence of sentences) {
    for (const [at, word] of (sentence.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).entries()) {
      if (/^\p{Ll}/u.test(word)) small.add(fold(word));
      else if (at > 0 && word.length > 2) capital.add(fold(word));
    }
  }
  return new Set([...capital].filter((word) => !small.has(word)));
}
