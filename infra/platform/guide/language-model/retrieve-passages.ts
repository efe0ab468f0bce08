import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { KnowledgeDocument } from '../../content/content.ts';
import type { EmbeddedGuide } from '../guide.ts';
import { type GuideQuestion, type GuideState, type GuideTurn, type Passage, previousDocument } from '../guide-state.ts';
import { easySentences } from '../quotes.ts';
import type { KnowledgeIndex } from '../search/knowledge-index.ts';
import { findAskedObject } from '../search/label-number.ts';
import { findInProfile } from '../search/profile-document.ts';
import { questionTerms } from '../search/question-terms.ts';
import { wordsOf } from '../words/fold.ts';
import { languageOf, wordLists } from '../words/word-lists.ts';
import type { FindNearest } from './nearest-passages.ts';
import { withoutOrders } from './orders.ts';

/** A paragraph as the model is given it. */
export interface NumberedPassage extends Passage {
  /** From 1; what the model cites. */
  number: number;
  title: string;
  text: string;
}

export interface Retrieved {
  /** Of the documents, and of the question where it is one of the museum's. */
  language: Language;
  passages: readonly NumberedPassage[];
  /** Whether the question itself led to any of them. */
  isHit: boolean;
}

const mostPassages = 8;
const boosts = { near: 1.35, previous: 1.3, context: 0.35 };

/** Finds the paragraphs a model may answer from, best first: by their words, and by meaning where a service tells it. */
export function createRetrieval({ indexOf, turnOf }: Pick<EmbeddedGuide, 'indexOf' | 'turnOf'>, findNearest: FindNearest = async () => []) {
  return async (state: GuideState, question: GuideQuestion, signal?: AbortSignal): Promise<Retrieved> => {
    const language = languageOf(question.text, question.language);
    const index = indexOf(language);
    const previous = index.documents.get(previousDocument(state) ?? '');
    const boostOf = (document: KnowledgeDocument) => {
      const isNear = document.exhibitionId !== undefined && document.exhibitionId === question.exhibitionId;
      return (isNear ? boosts.near : 1) * (document === previous ? boosts.previous : 1);
    };
    const found = searchIndex(index, question.text, language);
    const { asked = '', answered = '' } = state.turns?.at(-1) ?? {};
    const context = searchIndex(index, `${asked} ${answered}`, language).map((hit) => ({ ...hit, worth: hit.worth * boosts.context }));
    // "Tell me more": what the visitor was just told about. Of a question whose words no document has, where they stand.
    const nearby = isForeign(question.text) ? [...index.documents.values()].filter((document) => boostOf(document) > 1) : [];
    const more = [...(previous ? [previous] : []), ...nearby].flatMap((document) =>
      document.paragraphs.map((_, paragraph) => ({ document, paragraph, worth: 0 })),
    );
    const worths = new Map<string, { document: KnowledgeDocument; paragraph: number; worth: number }>();
    for (const { document, paragraph, worth } of [...found, ...context, ...more]) {
      const key = `${document.id} ${paragraph}`;
      worths.set(key, { document, paragraph, worth: worth * boostOf(document) + (worths.get(key)?.worth ?? 0) });
    }
    const told = toldOutright(turnOf(state, question));
    const byWords = [...worths.values()].sort((one, other) => other.worth - one.worth);
    // A short question means little without the one before it.
    const meant = wordsOf(question.text).length < leastMeant ? `${asked} ${question.text}`.trim() : question.text;
    const byMeaning = await findNearest(index, language, meant, signal);
    const others = mergeRanks([byWords.slice(0, mostRanked), byMeaning]).filter((one) => !told.some((other) => isSame(one, other)));
    const passages = [...told, ...others].map(({ document, paragraph }, at) => {
      const { id, title, paragraphs } = document;
      // What is said in easy language may be carried by either form of the paragraph.
      const text = [paragraphs[paragraph] ?? '', ...(easySentences(document, paragraph, question) ?? [])].join(' ');
      return { number: at + 1, document: id, paragraph, title: withoutOrders(title), text: withoutOrders(text) };
    });
    return { language, isHit: found.length + told.length > 0, passages };
  };
}

/** What a number on a label leads to, or what the profile tells of hours and the like. */
function toldOutright({ content, index, question: { text, language } }: GuideTurn): Place[] {
  const words = wordsOf(text);
  const object = findAskedObject(content.profile, index.documents, words, language);
  return object && 'document' in object ? [object] : findInProfile(index.profile, words.join(' '));
}

const isSame = (one: Place, other: Place) => one.document === other.document && one.paragraph === other.paragraph;

/** Begins while a question is still being said; what it found is forgotten where something else is asked. */
export function createEarlyRetrieval(retrieve: ReturnType<typeof createRetrieval>) {
  const early = new WeakMap<GuideState, { key: string; retrieved: Promise<Retrieved> }>();
  const keyOf = ({ text, language, exhibitionId, isEasy }: GuideQuestion) => JSON.stringify([text, language, exhibitionId, isEasy]);
  return {
    begin: (state: GuideState, question: GuideQuestion) =>
      void early.set(state, { key: keyOf(question), retrieved: retrieve(state, question) }),
    retrieve(state: GuideState, question: GuideQuestion, signal?: AbortSignal): Promise<Retrieved> {
      const begun = early.get(state);
      early.delete(state);
      return begun?.key === keyOf(question) ? begun.retrieved : retrieve(state, question, signal);
    },
  };
}

const leastMeant = 6;
const mostRanked = 16;
/** How little the very first places count above those behind them. */
const rankOffset = 8;

interface Place {
  document: KnowledgeDocument;
  paragraph: number;
}

/** The best of several ranks, by the sum of their reciprocal places (reciprocal rank fusion). */
function mergeRanks(ranks: readonly (readonly Place[])[]): Place[] {
  const merged = new Map<string, Place & { worth: number }>();
  for (const { document, paragraph, worth } of ranks.flatMap((rank) => rank.map((one, at) => ({ ...one, worth: 1 / (rankOffset + at) })))) {
    const key = `${document.id} ${paragraph}`;
    merged.set(key, { document, paragraph, worth: worth + (merged.get(key)?.worth ?? 0) });
  }
  return [...merged.values()].sort((one, other) => other.worth - one.worth).slice(0, mostPassages);
}

function searchIndex(index: KnowledgeIndex, text: string, language: Language) {
  const terms = questionTerms(wordsOf(text), { text, language }, index.vocabulary);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return index.search(terms).map(({ passage: { document, paragraph }, score, known }) => {
    const share = terms.reduce((sum, { weight }, at) => sum + weight * (known[at] ?? 0), 0) / total;
    return { document, paragraph, worth: score * share };
  });
}

/** Of a text's words that must be the language's own small ones. */
const leastShare = 0.3;
const leastWords = 4;

/** Whether a text is written in none of the museums' languages. */
export function isForeign(text: string): boolean {
  const words = wordsOf(text);
  const shares = languages.map((language) => words.filter((word) => wordLists[language].stop.has(word)).length / words.length);
  return words.length >= leastWords && Math.max(...shares) < leastShare;
}
