import type { Language } from '@enfilade/shared-contracts/i18n/language';
import MiniSearch from 'minisearch';
import type { KnowledgeDocument } from '../../../content/content.ts';
import type { QuestionTerm } from './question-terms.ts';
import { splitSentences } from '../words/sentences.ts';
import { createVocabulary, type Vocabulary } from '../words/vocabulary.ts';

/** A paragraph that has something to do with the question. */
export interface Hit {
  document: KnowledgeDocument;
  /** Position in the document. */
  paragraph: number;
  /** MiniSearch's BM25+; comparable within one search only. */
  score: number;
  /** How well the paragraph or its title knows each of the question's terms, in their order: 0–1, more for what its document is about. */
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
  /** What the paragraph is about: its first sentence, often the visitor's question. */
  lead: string;
  text: string;
}

const boosts = { title: 1.6, lead: 1.5 };
const approximateWorth = 0.55;
const centralWorth = 1.3;
const centralCount = 3;

/** Indexes the documents of `language`; those of other languages are left out. */
export function createKnowledgeIndex(knowledge: readonly KnowledgeDocument[], language: Language): KnowledgeIndex {
  const documents = new Map(knowledge.filter((document) => document.language === language).map((document) => [document.id, document]));
  const vocabulary = createVocabulary(
    [...documents.values()].map(({ title, paragraphs }) => [title, ...paragraphs].join('\n')),
    language,
  );
  const central = new Map([...documents.values()].map((document) => [document.id, centralStems(document, vocabulary)]));
  const passages = passagesOf([...documents.values()]);
  const index = new MiniSearch<Passage>({
    fields: ['title', 'lead', 'text'],
    tokenize: (text) => vocabulary.stemsOf(text),
    processTerm: (term) => term,
  });
  index.addAll(passages);
  return { documents, vocabulary, search };

  function search(terms: readonly QuestionTerm[]): Hit[] {
    const worths = searchWorths(terms, vocabulary);
    const results = index.search([...worths.keys()].join(' '), {
      tokenize: (query) => query.split(' ').filter(Boolean),
      boost: boosts,
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
      const matched = new Set(Object.keys(match));
      const known = terms.map((term) => worthOf(term, matched, queryTerms) * (isCentral(term, central.get(document.id)) ? centralWorth : 1));
      return [{ document, paragraph: passage.paragraph, score, known }];
    });
  }
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

function passagesOf(documents: readonly KnowledgeDocument[]): Passage[] {
  const passages = documents.flatMap(({ id, title, paragraphs }) =>
    paragraphs.map((text, paragraph) => ({ document: id, paragraph, title, lead: splitSentences(text)[0] ?? '', text })),
  );
  return passages.map((passage, id) => ({ ...passage, id }));
}

/** What a document is about: what its title says, and what it says again and again. */
function centralStems({ title, paragraphs }: KnowledgeDocument, vocabulary: Vocabulary): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const stem of vocabulary.stemsOf(paragraphs.join('\n'))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count >= centralCount).map(([stem]) => stem);
  return new Set([...vocabulary.stemsOf(title), ...repeated]);
}

function isCentral(term: QuestionTerm, central: ReadonlySet<string> | undefined): boolean {
  return central !== undefined && (central.has(term.stem) || [...term.others.keys()].some((other) => central.has(other)));
}

function isGuess(term: string, vocabulary: Vocabulary): boolean {
  return !vocabulary.has(term) && !/\d/.test(term);
}

function worthOf(term: QuestionTerm, matched: ReadonlySet<string>, queryTerms: readonly string[]): number {
  if (matched.has(term.stem)) return 1;
  const other = Math.max(0, ...[...term.others].filter(([stem]) => matched.has(stem)).map(([, worth]) => worth));
  return Math.max(other, queryTerms.includes(term.stem) ? approximateWorth : 0);
}
