import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { GuideEvent, GuideQuestion, GuideReply, GuideState, GuideTurn } from './guide-state.ts';
import { byLanguage, phrase } from './language/language-data.ts';
import { lookUp } from './look-up.ts';
import { replyWithQuote } from './quotes.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from './search/knowledge-index.ts';
import { questionTerms } from './search/question-terms.ts';
import { replyOnTour } from './tour.ts';
import { wordsOf } from './words/fold.ts';

/** One museum's guide: answers from the museum's documents, and says so where they hold nothing. */
export interface Guide {
  /**
   * The answer as it comes into being. Never fails, whatever the text.
   * @param signal ends it early, then without `done`: nobody listens any more
   */
  answer(state: GuideState, question: GuideQuestion, signal?: AbortSignal): AsyncIterable<GuideEvent>;
  /** The documents in a language, those that have most to do with `text` first. */
  related(text: string, language: Language): KnowledgeDocument[];
}

/** The guide that needs no language model: it quotes. */
export interface EmbeddedGuide extends Guide {
  /** Pure: the same state and question give the same reply. Never throws, whatever the text. */
  reply(state: GuideState, question: GuideQuestion): GuideReply;
}

/** Indexes the museum's knowledge once, in every language. */
export function createGuide(content: MuseumContent): EmbeddedGuide {
  const indexes = byLanguage((language) => createKnowledgeIndex(content.knowledge, language));
  const replyTo = (state: GuideState, question: GuideQuestion) => reply({ content, index: indexes[question.language], state, question });
  return {
    reply: replyTo,
    async *answer(state, question) {
      yield* eventsOf(replyTo(state, question));
    },
    related: (text, language) => related(indexes[language], text, language),
  };
}

function* eventsOf({ state, text, passages, sources, room }: GuideReply): Iterable<GuideEvent> {
  if (sources.length > 0 || room) yield { type: 'context', sources, ...(room && { room }) };
  yield { type: 'text', text, passages };
  yield { type: 'done', state };
}

function reply(turn: GuideTurn): GuideReply {
  const { content, question, state } = turn;
  if (question.visitMode === 'guided' && content.profile.rooms.length > 0) return replyOnTour(turn);
  const found = lookUp(turn);
  if ('passage' in found) return replyWithQuote(turn, found.passage);
  const names = { name: localize(content.profile.guideName, question.language), museum: content.museum.name };
  return { state, text: phrase(found.phrase, question.language, names), passages: [], sources: [] };
}

function related(index: KnowledgeIndex, text: string, language: Language): KnowledgeDocument[] {
  // The newest words first: questionTerms reads a limited number.
  const hits = index.search(questionTerms(wordsOf(text).reverse(), { text, language }, index.vocabulary));
  return [...new Set([...hits.map(({ document }) => document), ...index.documents.values()])];
}
