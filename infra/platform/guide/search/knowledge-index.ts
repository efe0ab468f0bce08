import type { Language } from '@enfilade/shared-contracts/i18n/language';
import MiniSearch from 'minisearch';
import type { KnowledgeDocument } from '../../../content/content.ts';
import type { QuestionTerm } from './question-terms.ts';
import { createVocabulary, type Vocabulary } from '../words/vocabulary.ts';

/** A paragraph that has something to do with the question. */
export interface Hit {
  document: KnowledgeDocument;
  /** Position in the document. */
  paragraph: number;
  /** MiniSearch's BM25+; comparable within one search only. */
  score: number;
  /** How well (0–1) the paragraph or its title knows each of the question's terms, in their order. */
  known: number[];
}

/** One language's documents, searchable by paragraph. */
export interface KnowledgeIndex {
  documents: ReadonlyMap<string, KnowledgeDocument>;
  vocabulary: Vocabulary;
  /** Every paragraph that knows at least one term, best first. */
  search(terms: readonly QuestionTerm[]): Hit[];
}

interface Passage {
  id: number;
  document: string;
  paragraph: number;
  title: string;
  text: string;
}

const titleBoost = 1.6;
const approximateWorth = 0.55;

/** Indexes the documents of `language`; those of other languages are left out. */
export function createKnowledgeIndex(knowledge: readonly KnowledgeDocument[], language: Language): KnowledgeIndex {
  const documents = new Map(knowledge.filter((document) => document.language === language).map((document) => [document.id, document]));
  const vocabulary = createVocabulary(
    [...documents.values()].map(({ title, paragraphs }) => [title, ...paragraphs].join('\n')),
    language,
  );
  const passages = passagesOf([...documents.values()]);
  const index = new MiniSearch<Passage>({
    fields: ['title', 'text'],
    tokenize: (text) => vocabulary.stemsOf(text),
    processTerm: (term) => term,
  });
  index.addAll(passages);
  return { documents, vocabulary, search };

  function search(terms: readonly QuestionTerm[]): Hit[] {
    const worths = new Map(terms.flatMap(({ others }) => [...others]));
    for (const term of terms) worths.set(term.stem, 1);
    const results = index.search([...worths.keys()].join(' '), {
      tokenize: (query) => query.split(' ').filter(Boolean),
      boost: { title: titleBoost },
      boostTerm: (term) => worths.get(term) ?? 1,
      // Only a word the documents do not know is worth guessing at.
      prefix: (term) => term.length >= 5 && isGuess(term, vocabulary),
      fuzzy: (term) => (term.length >= 6 && isGuess(term, vocabulary) ? 0.16 : false),
      weights: { fuzzy: 0.4, prefix: 0.5 },
    });
    return results.flatMap(({ id, score, match, queryTerms }) => {
      const passage = passages[Number(id)];
      const document = passage && documents.get(passage.document);
      if (!passage || !document) return [];
      const known = terms.map((term) => worthOf(term, new Set(Object.keys(match)), queryTerms));
      return [{ document, paragraph: passage.paragraph, score, known }];
    });
  }
}

function passagesOf(documents: readonly KnowledgeDocument[]): Passage[] {
  return documents
    .flatMap((document) => document.paragraphs.map((text, paragraph) => ({ document: document.id, paragraph, title: document.title, text })))
    .map((passage, id) => ({ ...passage, id }));
}

function isGuess(term: string, vocabulary: Vocabulary): boolean {
  return !vocabulary.has(term) && !/\d/.test(term);
}

function worthOf(term: QuestionTerm, matched: ReadonlySet<string>, queryTerms: readonly string[]): number {
  if (matched.has(term.stem)) return 1;
  const other = Math.max(0, ...[...term.others].filter(([stem]) => matched.has(stem)).map(([, worth]) => worth));
  return Math.max(other, queryTerms.includes(term.stem) ? approximateWorth : 0);
}
