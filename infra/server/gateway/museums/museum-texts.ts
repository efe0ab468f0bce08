import type { FoundPassages } from '@enfilade/shared-contracts/api/schemas';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { fold, wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { TourDocument } from '@enfilade/shared-contracts/museum/tour-texts';
import MiniSearch, { type SearchOptions } from 'minisearch';

export type MuseumText = TourDocument & { language: Language };

export type DocumentsOf = (profile: ProfileFile) => readonly MuseumText[];

export type MuseumTexts = ReturnType<typeof createMuseumTexts>;

const mostPassages = 10;
const mostExcerptCharacters = 240;

/** Indexes the texts of a language at the first search in that language. */
export function createMuseumTexts(documents: readonly MuseumText[]) {
  const spoken = (wanted: Language) =>
    [wanted, ...languages].find((language) => documents.some((document) => document.language === language)) ?? wanted;
  const searches = new Map<Language, ReturnType<typeof createSearch>>();
  return {
    find(id: string, wanted: Language, isEasy = false): MuseumText | undefined {
      const language = spoken(wanted);
      const document = documents.find((one) => one.id === id && one.language === language);
      return document && { ...document, ...(isEasy && document.easy) };
    },
    search(text: string, wanted: Language): FoundPassages {
      const language = spoken(wanted);
      const search = searches.get(language) ?? createSearch(documents.filter((document) => document.language === language));
      searches.set(language, search);
      return { language, passages: search(wordsOf(text)) };
    },
  };
}

interface Passage {
  id: number;
  document: MuseumText;
  paragraph: number;
  title: string;
  text: string;
}

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** The word without accents, and the word with "ae" for "ä", because visitors whose keyboard has no "ä" type "ae". */
function formsOf(word: string): string[] {
  // Folding takes most of the indexing time, and most words need none.
  if (/^[a-z0-9]+$/i.test(word)) return [word.toLowerCase()];
  return [...new Set([fold(word), fold(word.normalize('NFC').replace(/[äöü]/gi, (letter) => `${fold(letter)}e`))])];
}

/** Matches beginnings of words, and longer words with a typing error. */
const options: SearchOptions = {
  boost: { title: 1.5 },
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  maxFuzzy: 2,
  combineWith: 'AND',
};

/** A shorter word is too common to be searched for alone. */
const leastLetters = 4;
const mostWords = 8;

function createSearch(documents: readonly MuseumText[]): (words: readonly string[]) => FoundPassages['passages'] {
  const passages = documents
    .flatMap((document) => document.paragraphs.map((text, at) => ({ document, paragraph: at + 1, title: document.title, text })))
    .map((passage, id): Passage => ({ ...passage, id }));
  const index = new MiniSearch<Passage>({
    fields: ['title', 'text'],
    tokenize: (text) => text.match(words) ?? [],
    processTerm: formsOf,
    searchOptions: { tokenize: (text) => text.split(' '), processTerm: (term) => term },
  });
  index.addAll(passages);
  return (asked) => {
    const all = index.search(asked.slice(0, mostWords).join(' '), options);
    const longer = asked.filter((word) => word.length >= leastLetters).slice(0, mostWords);
    // No paragraph contains all words of a question such as “Who painted the dark ceiling”.
    const results = all.length > 0 ? all : index.search(longer.join(' '), { ...options, combineWith: 'OR' });
    return results.slice(0, mostPassages).flatMap(({ id, terms }) => {
      const passage = passages[Number(id)];
      if (!passage) return [];
      const { document, paragraph, title, text } = passage;
      return [{ document: document.id, paragraph, title, excerpt: excerptOf(text, new Set(terms)) }];
    });
  };
}

function excerptOf(text: string, terms: ReadonlySet<string>): string[] {
  const isTerm = (word: string) => formsOf(word).some((form) => terms.has(form));
  const sentences = splitSentences(text);
  const counts = sentences.map((sentence) => (sentence.match(words) ?? []).filter(isTerm).length);
  const best = counts.indexOf(Math.max(0, ...counts));
  let excerpt = sentences[Math.max(0, best)] ?? '';
  for (const sentence of sentences.slice(best + 1)) {
    if (excerpt.length + sentence.length > mostExcerptCharacters) break;
    excerpt += ` ${sentence}`;
  }
  const pieces = [''];
  let at = 0;
  for (const { 0: word, index } of excerpt.matchAll(words)) {
    if (!isTerm(word)) continue;
    pieces[pieces.length - 1] += excerpt.slice(at, index);
    pieces.push(word, '');
    at = index + word.length;
  }
  pieces[pieces.length - 1] += excerpt.slice(at);
  return pieces;
}
