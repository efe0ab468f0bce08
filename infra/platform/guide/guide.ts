import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { GuideEvent, GuideQuestion, GuideReply, GuideState, GuideTurn, Passage } from './guide-state.ts';
import { type LookUpResult, lookUp, messageWords, phraseOf, pickInstead, saidBefore } from './look-up.ts';
import { replyWithQuotes } from './quotes.ts';
import { askedPart } from './search/asked-part.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from './search/knowledge-index.ts';
import { questionTerms } from './search/question-terms.ts';
import { replyOnTour } from './tour.ts';
import { pickIntent } from './tour-intents.ts';
import { wordsOf } from './words/fold.ts';
import { languageOf } from './words/word-lists.ts';

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
  /** What a language's documents are searched in: made once, when it is first asked for. */
  indexOf(language: Language): KnowledgeIndex;
}

/** The guide of one museum; its knowledge is indexed once in every language. */
export function createGuide(content: MuseumContent): EmbeddedGuide {
  const indexes = new Map<Language, KnowledgeIndex>();
  // Made when the first visitor asks in that language: a site with many museums starts at once.
  const indexOf = (language: Language): KnowledgeIndex => {
    const index = indexes.get(language) ?? createKnowledgeIndex(content.knowledge, language);
    indexes.set(language, index);
    return index;
  };
  const replyTo = (state: GuideState, asked: GuideQuestion): GuideReply => {
    const language = languageOf(asked.text, asked.language);
    const index = indexOf(language);
    const text = askedPart(asked.text, language, index.vocabulary);
    const turn = { content, index, state, question: { ...asked, text, language } };
    const made = reply(turn);
    return language === asked.language ? made : { ...made, text: `${made.text} ${phraseOf(turn, 'switch')}` };
  };
  return {
    indexOf,
    reply: replyTo,
    async *answer(state, question) {
      yield* eventsOf(replyTo(state, question));
    },
    related: (text, language) => related(indexOf(language), text, language),
  };
}

/** A reply as it is streamed. */
export function* eventsOf({ state, text, passages, sources, room }: GuideReply): Iterable<GuideEvent> {
  if (sources.length > 0 || room) yield { type: 'context', sources, ...(room && { room }) };
  yield { type: 'text', text, passages };
  yield { type: 'done', state };
}

function reply(asked: GuideTurn): GuideReply {
  const { content, question } = asked;
  const { offered, ...state } = asked.state;
  const turn = { ...asked, state };
  if (question.visitMode === 'guided' && content.profile.rooms.length > 0) return replyOnTour(turn);
  const found = lookUpFreely(turn, offered);
  if ('passages' in found) return replyWithQuotes(turn, found.passages);
  if (found.phrase !== 'unknown') return { state, text: phraseOf(turn, found.phrase), passages: [], sources: [] };
  const instead = pickInstead(turn);
  const next = instead ? { ...state, offered: { document: instead.document.id, paragraph: instead.paragraph } } : state;
  return { state: next, text: phraseOf(turn, 'unknown', instead), passages: [], sources: [] };
}

/** Outside a tour a visitor still says "again", "no" or "stop", and "yes" to a question that was offered. */
function lookUpFreely(turn: GuideTurn, offered: Passage | undefined): LookUpResult {
  const intent = pickIntent(messageWords(turn), turn.question.language);
  if (intent === 'stop') return { phrase: 'goodbye' };
  if (intent === 'no') return { phrase: 'declined' };
  const document = turn.index.documents.get(offered?.document ?? '');
  if (intent === 'yes' && offered && document) return { passages: [{ document, paragraph: offered.paragraph, terms: [] }] };
  const said = intent === 'again' ? saidBefore(turn) : undefined;
  return said ? { passages: [said] } : lookUp(turn);
}

function related(index: KnowledgeIndex, text: string, language: Language): KnowledgeDocument[] {
  // The newest words first: questionTerms reads a limited number.
  const hits = index.search(questionTerms(wordsOf(text).reverse(), { text, language }, index.vocabulary));
  return [...new Set([...hits.map(({ passage }) => passage.document), ...index.documents.values()])];
}
