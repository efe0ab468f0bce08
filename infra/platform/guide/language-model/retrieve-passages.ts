import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import type { KnowledgeDocument } from '../../content/content.ts';
import type { EmbeddedGuide } from '../guide.ts';
import type { GuideQuestion, GuideState, GuideTurn, Passage } from '../guide-state.ts';
import { easySentences } from '../quotes.ts';
import { findInProfile, type KnowledgeIndex } from '../search/knowledge-index.ts';
import { findAskedObject } from '../search/label-number.ts';
import { questionTerms } from '../search/question-terms.ts';
import { languageOf, wordLists } from '../words/word-lists.ts';
import { withoutOrders } from './orders.ts';
import { tokensOf } from './stream-completion.ts';

export interface NumberedPassage extends Passage {
  /** From 1. The model names passages by number. */
  number: number;
  title: string;
  text: string;
}

export type Retrieved = { language: Language; passages: readonly NumberedPassage[]; nearest: string | undefined; isHit: boolean };

type Place = { document: KnowledgeDocument; paragraph: number };

/** All paragraphs of the language in the museum's order if they fit into the limit of tokens, otherwise the best by their words. */
export function createRetrieval({ indexOf, turnOf }: Pick<EmbeddedGuide, 'indexOf' | 'turnOf'>, mostTokens: number) {
  return (state: GuideState, question: GuideQuestion): Retrieved => {
    const language = languageOf(question.text, question.language);
    const index = indexOf(language);
    const found = [...toldOutright(turnOf(state, question)), ...searchIndex(index, question.text, language)];
    const all = [...index.documents.values()].flatMap(placesOf);
    const passages = takeFitting(all, question, mostTokens);
    const ranked = [...found, ...contextOf(index, state, { ...question, language })];
    return {
      language,
      passages: passages.length === all.length ? passages : takeFitting(unique(ranked), question, mostTokens),
      nearest: ranked[0]?.document.id,
      isHit: found.length > 0,
    };
  };
}

const placesOf = (document: KnowledgeDocument): Place[] => document.paragraphs.map((_, paragraph) => ({ document, paragraph }));

const unique = (places: readonly Place[]): Place[] =>
  [...new Map(places.toReversed().map((place) => [`${place.document.id} ${place.paragraph}`, place])).values()].reverse();

function takeFitting(places: readonly Place[], question: GuideQuestion, mostTokens: number): NumberedPassage[] {
  const taken: NumberedPassage[] = [];
  let left = mostTokens;
  for (const { document, paragraph } of places) {
    // An answer in easy language may rest on both forms of the paragraph.
    const text = [document.paragraphs[paragraph] ?? '', ...(easySentences(document, paragraph, question) ?? [])].join(' ');
    left -= tokensOf(document.title.length + text.length);
    if (left < 0) break;
    const number = taken.length + 1;
    taken.push({ number, document: document.id, paragraph, title: withoutOrders(document.title), text: withoutOrders(text) });
  }
  return taken;
}

/** The previous document answers "Tell me more". A question in a foreign language gets the documents of the visitor's place. */
function contextOf(index: KnowledgeIndex, state: GuideState, { text, language, exhibitionId }: GuideQuestion): Place[] {
  const documents = [...index.documents.values()];
  const { asked = '', answered = '' } = state.turns?.at(-1) ?? {};
  const previous = documents.filter(({ id }) => id === state.covered.at(-1)?.document);
  const near = isForeign(text) ? documents.filter((document) => exhibitionId !== undefined && document.exhibitionId === exhibitionId) : [];
  return [...previous.flatMap(placesOf), ...near.flatMap(placesOf), ...searchIndex(index, `${asked} ${answered}`, language)];
}

/** The target of a number on a label, or the profile's text about hours and the like. */
function toldOutright({ content, index, question: { text, language } }: GuideTurn): Place[] {
  const words = wordsOf(text);
  const object = findAskedObject(content.profile, index.documents, words, language);
  return object && 'document' in object ? [object] : findInProfile(index.profile, words.join(' '));
}

function searchIndex(index: KnowledgeIndex, text: string, language: Language): Place[] {
  const terms = questionTerms(wordsOf(text), { text, language }, index.vocabulary);
  return index
    .search(terms)
    .map(({ passage, score, known }) => ({
      passage,
      worth: score * terms.reduce((sum, { weight }, at) => sum + weight * (known[at] ?? 0), 0),
    }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ passage }) => passage);
}

/** Smallest share of a text's words that must be the language's own function words. */
const leastShare = 0.3;
const leastWords = 4;

/** Whether a text is in another language than English, German and French. */
export function isForeign(text: string): boolean {
  const words = wordsOf(text);
  const shares = languages.map((language) => words.filter((word) => wordLists[language].stop.has(word)).length / words.length);
  return words.length >= leastWords && Math.max(...shares) < leastShare;
}
