import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../../content/content.ts';
import { byLanguage, languageWords, wordSetOf } from '../language/language-data.ts';
import { fold, wordsOf } from '../words/fold.ts';
import { findNumbers } from '../words/numbers.ts';
import { stem } from '../words/stem.ts';
import checkWords from './check-words.json';

/** What a language's sentences are judged by; all words folded. */
export const checkLists = byLanguage((language) => {
  const { negations, denials, claims, light, talk, unknown, but, offer, pseudo, conjunctions, where, copulas, articles } =
    checkWords[language];
  const stop = wordSetOf(languageWords[language].stop);
  const claiming = wordSetOf([...negations, ...claims]);
  const negationWords = wordSetOf(negations);
  return {
    negations: negationWords,
    /** Deny without a "not": "refused", "missing". They may carry a negation and are none. */
    denials: wordSetOf(denials),
    /** Say how often or of how many: wrong where what carries them is denied. */
    claims: wordSetOf(claims),
    stop: new Set([...stop, ...negationWords]),
    /** Too common to be anybody's claim. */
    small: new Set([...stop, ...wordSetOf(light)].filter((word) => !claiming.has(word))),
    /** What conversations are made of besides claims. */
    talk: new Set([...stop, ...wordSetOf(talk)]),
    /** What stands before a place. */
    where: wordSetOf([where]),
    /** What stands before what something or somebody is said to be. */
    copulas: wordSetOf([copulas]),
    articles: wordSetOf([articles]),
    unknown: new RegExp(unknown),
    but: new RegExp(but),
    offer: new RegExp(offer),
    /** "why not", "not larger than" deny nothing. */
    pseudo: new RegExp(pseudo, 'g'),
    breaks: new RegExp(`[,;:()]|\\s[–—-]\\s|[.!?…]+(?=\\s|$)|(?<=\\s)(?:${conjunctions})(?=\\s)|\\s(?=(?:without|ohne|sans)\\s)`, 'iu'),
  };
});

const synonyms = byLanguage((language) => {
  const table = new Map<string, Set<string>>();
  for (const line of [...languageWords[language].synonyms, ...checkWords[language].synonyms]) {
    const stems = new Set(line.split(' ').map((word) => stem(word, language)));
    for (const each of stems) table.set(each, new Set([...(table.get(each) ?? []), ...stems]));
  }
  return table;
});

/** Stems that mean the same thing as this stem, itself among them. */
export function meaningsOf(stemmed: string, language: Language): readonly string[] {
  return [stemmed, ...(synonyms[language].get(stemmed) ?? [])];
}

export interface ClauseWord {
  word: string;
  isCapital: boolean;
  /** Of the whole text: written with a capital whatever it is. */
  isFirst: boolean;
  isNumber: boolean;
}

/** A piece of a text that says something: between commas, brackets, dashes and conjunctions. */
export interface Clause {
  words: readonly ClauseWord[];
  numbers: readonly number[];
  isNegative: boolean;
  /** Denies in whatever words. */
  isDenying: boolean;
}

export function readClauses(text: string, language: Language): Clause[] {
  const { breaks, negations, denials, pseudo } = checkLists[language];
  const numberWords = new Set(findNumbers(text, language).flatMap(({ from, to }) => wordsOf(text.slice(from, to))));
  let isFirst = true;
  return text.split(breaks).flatMap((piece) => {
    const words = [...piece.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(([raw]) => {
      const isCapital = /^\p{Lu}/u.test(raw);
      const all = wordsOf(raw).map((word) => ({ word, isCapital, isFirst, isNumber: numberWords.has(word) || /\d/.test(word) }));
      isFirst = false;
      return all;
    });
    if (words.length === 0) return [];
    const isNegative = wordsOf(fold(piece).replace(pseudo, ' ')).some((word) => negations.has(word));
    const numbers = findNumbers(piece, language).map(({ value }) => value);
    return [{ words, numbers, isNegative, isDenying: isNegative || words.some(({ word }) => denials.has(word)) }];
  });
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
