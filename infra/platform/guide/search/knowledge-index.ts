import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { KnowledgeDocument } from '../../content/content.ts';
import { wordsOf } from '../words/fold.ts';
import { isQuestion } from '../words/sentences.ts';
import { createVocabulary, type Vocabulary } from '../words/vocabulary.ts';
import type { QuestionTerm } from './question-terms.ts';

/** One paragraph as it is indexed. */
interface IndexedPassage {
  id: number;
  document: KnowledgeDocument;
  /** Position in the document. */
  paragraph: number;
  title: string;
  /** What the paragraph is about: its first sentence, often the visitor's question. */
  lead: string;
  /** Its first words, where a paragraph names its subject. */
  opening: string;
  text: string;
}

/** All paragraphs of the documents; the id is the position. */
function passagesOf(documents: readonly KnowledgeDocument[]): IndexedPassage[] {
  const passages = documents.flatMap((document) =>
    document.paragraphs.map((text, paragraph) => ({
      document,
      paragraph,
      title: document.title,
      lead: splitSentences(text)[0] ?? '',
      opening: text.split(/\s+/, openingWords).join(' '),
      text,
    })),
  );
  return passages.map((passage, id) => ({ ...passage, id }));
}

const openingWords = 5;

const centralCount = 3;

/** The stems of what a document is about: what its title says, and what it says again and again. */
function centralStems({ title, paragraphs }: KnowledgeDocument, vocabulary: Vocabulary): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const stem of vocabulary.stemsOf(paragraphs.join('\n'))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count >= centralCount).map(([stem]) => stem);
  return new Set([...vocabulary.stemsOf(title), ...repeated]);
}

/** A paragraph that has something to do with the question. */
export interface Hit {
  document: KnowledgeDocument;
  /** Position in the document. */
  paragraph: number;
  /** MiniSearch's BM25+; comparable within one search only. */
  score: number;
  /**
   * How well the paragraph or its title knows each of the question's terms, in their order: 0–1, and more
   * than 1 for what its document is about.
   */
  known: number[];
}

/** One language's documents, searchable by paragraph. */
export type KnowledgeIndex = ReturnType<typeof createKnowledgeIndex>;

/** A misspelt long word can be recognised; a short one may be another word ("planets", "plants"). */
const guessWorth = (stem: string) => (stem.length >= 8 ? 0.6 : 0.45);
const centralWorth = 1.3;
/** A loosely related word makes nothing central. */
const leastCentral = 0.7;

/** Indexes the documents of `language`; those of other languages are left out. */
export function createKnowledgeIndex(knowledge: readonly KnowledgeDocument[], language: Language) {
  const documents = knowledge.filter((document) => document.language === language);
  const vocabulary = createVocabulary(
    documents.map(({ title, paragraphs }) => [title, ...paragraphs].join('\n')),
    language,
  );
  const central = new Map(documents.map((document) => [document, centralStems(document, vocabulary)]));
  const passages = passagesOf(documents);
  const index = new MiniSearch<IndexedPassage>({
    fields: ['title', 'lead', 'opening', 'text'],
    tokenize: vocabulary.stemsOf,
    processTerm: (term) => term,
  });
  index.addAll(passages);
  const ownQuestions = new Map(
    passages.filter(({ lead }) => isQuestion(lead)).map((passage) => [wordsOf(passage.lead).join(' '), passage]),
  );
  return {
    documents: new Map(documents.map((document) => [document.id, document])),
    vocabulary,
    /** The paragraph that begins with this very question. */
    findOwnQuestion: (text: string) => ownQuestions.get(wordsOf(text).join(' ')),
    /** Every paragraph that knows at least one term, best first. */
    search(terms: readonly QuestionTerm[]): Hit[] {
      const worths = searchWorths(terms, vocabulary);
      return index.search([...worths.keys()].join(' '), searchOptions(worths, vocabulary)).flatMap((result) => {
        const passage = passages[Number(result.id)];
        if (!passage) return [];
        const { document, paragraph } = passage;
        return [{ document, paragraph, score: result.score, known: terms.map((term) => knownWorth(term, result, central.get(document))) }];
      });
    },
  };
}

/** How much finding each stem counts. What stands in for a word the documents do know counts little. */
function searchWorths(terms: readonly QuestionTerm[], vocabulary: Vocabulary): Map<string, number> {
  const worths = new Map<string, number>();
  for (const { stem, others, isWeak } of terms) {
    const factor = (vocabulary.has(stem) ? 0.35 : 1) * (isWeak ? 0.5 : 1);
    for (const [other, worth] of others) worths.set(other, Math.max(worths.get(other) ?? 0, worth * factor));
  }
  for (const { stem, isWeak } of terms) worths.set(stem, isWeak ? 0.5 : 1);
  return worths;
}

function searchOptions(worths: ReadonlyMap<string, number>, vocabulary: Vocabulary): SearchOptions {
  // Only a word the documents do not know is worth guessing at.
  const isGuess = (term: string) => !vocabulary.has(term) && !/\d/.test(term);
  return {
    tokenize: (query) => query.split(' ').filter(Boolean),
    boost: { title: 1.6, lead: 1.5, opening: 0.7 },
    boostTerm: (term) => worths.get(term) ?? 1,
    prefix: (term) => term.length >= 5 && isGuess(term),
    fuzzy: (term) => (term.length >= 6 && isGuess(term) ? 0.16 : false),
    weights: { fuzzy: 0.4, prefix: 0.5 },
  };
}

function knownWorth(term: QuestionTerm, { match, queryTerms }: SearchResult, central: ReadonlySet<string> | undefined): number {
  const isGuessed = queryTerms.includes(term.stem) && !(term.stem in match);
  const worths = [...new Map([...term.others, [term.stem, 1] as const])]
    .filter(([stem]) => stem in match)
    .map(([stem, worth]) => worth * (worth >= leastCentral && central?.has(stem) ? centralWorth : 1));
  return Math.max(0, isGuessed ? guessWorth(term.stem) : 0, ...worths);
}
