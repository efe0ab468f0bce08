import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KnowledgeDocument } from '../content/content.ts';
import { focusOf } from './focus.ts';
import { type GuideState, previousDocument, toldParagraphs } from './guide-state.ts';
import type { PhraseId } from './phrases.ts';
import { type Focus, pickFinding } from './search/finding.ts';
import type { Hit, KnowledgeIndex } from './search/knowledge-index.ts';
import { type QuestionTerm, questionTerms } from './search/question-terms.ts';
import { pickSmallTalk } from './small-talk.ts';
import type { Passage } from './quotes.ts';
import type { Turn } from './turn.ts';
import { wordsOf } from './words/fold.ts';
import { isPlaceWord, topicWords } from './words/word-lists.ts';

/** What answers a message: a paragraph of the museum's, or something the guide says of itself. */
export type LookUp = { passage: Passage } | { phrase: PhraseId };

/** A document must know this share of what the question says. Found with the tables of demo-questions.test.ts. */
const leastCoverage = 0.52;

/** Looks the answer up. Pure, and never without a result. */
export function lookUp(turn: Turn): LookUp {
  const { language } = turn.question;
  const words = messageWords(turn);
  const courtesy = pickSmallTalk(words, language);
  if (courtesy) return { phrase: courtesy };
  const own = turn.index.findOwnQuestion(turn.question.text);
  if (own) return { passage: { ...own, terms: [] } };
  const topics = topicWords(words, language);
  if (topics.length === 0) return words.length > 0 ? goOn(turn) : { phrase: 'unknown' };
  const isAboutPlace = topics.every((word) => isPlaceWord(word, language));
  const terms = questionTerms(words, turn.question, turn.index.vocabulary);
  const focus = focusOf(turn);
  const finding = pickFinding(hitsOf(turn.index, terms, focus), terms, focus);
  if (finding && finding.coverage >= leastCoverage) return { passage: { ...finding, terms } };
  return isAboutPlace ? overview(turn) : { phrase: 'unknown' };
}

/** "Hello Clara" is "hello"; a message that is only the guide's name stays. */
export function messageWords({ question, content }: Turn): readonly string[] {
  const words = wordsOf(question.text);
  const own = new Set(wordsOf(localize(content.profile.guideName, question.language)));
  const others = words.filter((word) => !own.has(word));
  return others.length > 0 ? others : words;
}

/**
 * Weak words alone ("How old is it?", "the story of this room") are looked up only where the visitor stands
 * and in what was just told: anywhere else the word would match by chance.
 */
function hitsOf(index: KnowledgeIndex, terms: readonly QuestionTerm[], focus: Focus): Hit[] {
  const hits = index.search(terms);
  if (terms.some(({ isWeak }) => !isWeak)) return hits;
  return hits.filter(({ document, paragraph }) => {
    const isHere = focus.isNear(document) || focus.previousId === document.id;
    return isHere && focus.isWanted(document.paragraphs[paragraph] ?? '');
  });
}

/** "Why?", "Tell me more": the next paragraph of what was just told; at the start, where the visitor stands. */
function goOn(turn: Turn): LookUp {
  const document = turn.index.documents.get(previousDocument(turn.state) ?? '');
  if (!document) return overview(turn);
  const paragraph = firstUntold(document, turn.state);
  return paragraph < 0 ? { phrase: 'exhausted' } : { passage: { document, paragraph, terms: [] } };
}

/** The first thing not yet told about where the visitor stands. */
function overview(turn: Turn): LookUp {
  const focus = focusOf(turn);
  const all = [...turn.index.documents.values()];
  const near = all.filter((document) => focus.isNear(document));
  const document = (near.length > 0 ? near : all).find((candidate) => firstUntold(candidate, turn.state) >= 0);
  if (document) return { passage: { document, paragraph: firstUntold(document, turn.state), terms: [] } };
  return { phrase: all.length > 0 ? 'exhausted' : 'unknown' };
}

function firstUntold(document: KnowledgeDocument, state: GuideState): number {
  const told = toldParagraphs(state, document.id);
  return document.paragraphs.findIndex((_, at) => !told.includes(at));
}
