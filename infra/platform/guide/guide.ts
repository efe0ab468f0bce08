import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { profileDocumentId } from '@enfilade/shared-contracts/museum/findings';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { GuideEvent, GuideQuestion, GuideReply, GuideState, GuideTurn, Passage, QuestionFacts } from './guide-state.ts';
import type { PhraseId } from './language/language-data.ts';
import { isAdmission, type LookUpResult, lookUp, messageWords, phraseOf, pickInstead, saidBefore } from './look-up.ts';
import { replyWithQuotes } from './quotes.ts';
import { askedPart, findIntroduction, type Introduction } from './search/asked-part.ts';
import { createKnowledgeIndex, type KnowledgeIndex, profileDocumentOf } from './search/knowledge-index.ts';
import { spellNumberSigns } from './search/label-number.ts';
import { questionTerms } from './search/question-terms.ts';
import { replyOnTour } from './tour.ts';
import { pickIntent } from './tour-intents.ts';
import { stem } from './words/stem.ts';
import { languageOf, topicWords } from './words/word-lists.ts';

export interface Guide {
  /**
   * Never fails, for any text.
   * @param signal ends the answer early; `done` then holds the question and the spoken words for the next turn
   */
  answer(state: GuideState, question: GuideQuestion, signal?: AbortSignal): AsyncIterable<GuideEvent>;
  /** The documents of a language, the most related to `text` first. */
  related(text: string, language: Language): KnowledgeDocument[];
}

export interface EmbeddedGuide extends Guide {
  /** Pure: the same state and question give the same reply. Never throws, for any text. */
  reply(state: GuideState, question: GuideQuestion): GuideReply;
  /** The reply that the documents have no answer. Offers a question that they answer. */
  admit(state: GuideState, question: GuideQuestion): GuideReply;
  turnOf(state: GuideState, question: GuideQuestion): GuideTurn;
  indexOf(language: Language): KnowledgeIndex;
}

export function createGuide(content: MuseumContent): EmbeddedGuide {
  const indexes = new Map<Language, KnowledgeIndex>();
  // Built at the first question in a language, so that a site with many museums starts fast.
  const indexOf = (language: Language): KnowledgeIndex => {
    const index = indexes.get(language) ?? createKnowledgeIndex(content.knowledge, language, profileDocumentOf(content.profile, language));
    indexes.set(language, index);
    return index;
  };
  const turnOf = (state: GuideState, asked: GuideQuestion, text = asked.text): GuideTurn => {
    const language = languageOf(asked.text, asked.language);
    const index = indexOf(language);
    const plain = spellNumberSigns(askedPart(text, language, index.vocabulary), language);
    return { content, index, state, question: { ...asked, text: plain, language } };
  };
  const replyTo = (state: GuideState, asked: GuideQuestion): GuideReply => {
    const introduced = findIntroduction(asked.text, languageOf(asked.text, asked.language));
    const turn = turnOf(withVisitors(state, introduced), asked, introduced?.rest || asked.text);
    const made = introduced ? greetByName(turn, introduced, state.visitors) : reply(turn);
    const answer = { ...made, facts: factsOf(turn, made) };
    const { language } = turn.question;
    if (language === asked.language || language === state.offeredLanguage) return answer;
    return { ...answer, state: { ...made.state, offeredLanguage: language }, text: `${made.text} ${phraseOf(turn, 'switch')}` };
  };
  return {
    indexOf,
    turnOf,
    reply: replyTo,
    admit(state, question) {
      const turn = turnOf(state, question);
      const made = sayPhrase(turn, 'unknown');
      return { ...made, facts: factsOf(turn, made) };
    },
    async *answer(state, question) {
      yield* eventsOf(replyTo(state, question));
    },
    related(text, language) {
      const index = indexOf(language);
      // The newest words first: questionTerms reads a limited number.
      const hits = index.search(questionTerms(wordsOf(text).reverse(), { text, language }, index.vocabulary));
      return [...new Set([...hits.map(({ passage }) => passage.document), ...index.documents.values()])];
    },
  };
}

const mostVisitors = 6;

function withVisitors(state: GuideState, introduced: Introduction | undefined): GuideState {
  if (!introduced) return state;
  const before = introduced.isAlso ? (state.visitors ?? []) : [];
  return { ...state, visitors: [...new Set([...before, ...introduced.names])].slice(-mostVisitors) };
}

function greetByName(turn: GuideTurn, { names, rest }: Introduction, before: readonly string[] = []): GuideReply {
  const newcomers = names.filter((name) => !before.includes(name));
  const greeted = newcomers.length > 0 ? { ...turn, state: { ...turn.state, visitors: newcomers } } : turn;
  if (!rest) return { state: turn.state, text: phraseOf(greeted, 'introduced'), passages: [], sources: [] };
  const answer = reply(turn);
  return newcomers.length > 0 ? { ...answer, text: `${phraseOf(greeted, 'hello')} ${answer.text}` } : answer;
}

export function* eventsOf({ state, text, passages, sources, room, tour, facts }: GuideReply): Iterable<GuideEvent> {
  if (sources.length > 0 || room || tour) yield { type: 'context', sources, ...(room && { room }), ...(tour && { tour }) };
  yield { type: 'text', text, passages };
  yield { type: 'done', state, ...(facts && { facts }) };
}

export const fileOf = ({ folder }: Pick<MuseumContent, 'folder'>, { language, id }: Pick<KnowledgeDocument, 'language' | 'id'>): string =>
  id === profileDocumentId ? `museums/${folder}/${id}` : `museums/${folder}/knowledge/${language}/${id}.md`;

/** Limits for a message of 2,000 characters. */
const mostStems = 24;
const longestStem = 40;

function factsOf(turn: GuideTurn, { isUnanswered, passages: [quoted] }: GuideReply): QuestionFacts | undefined {
  if (!isUnanswered && !quoted) return undefined;
  const { content, index, question } = turn;
  const { language } = question;
  const words = messageWords(turn);
  const stems = topicWords(words, language).map((word) => stem(word, language).slice(0, longestStem));
  if (stems.length === 0) return undefined;
  const [nearest] = quoted ? [] : index.search(questionTerms(words, question, index.vocabulary));
  const id = quoted?.document ?? nearest?.passage.document.id;
  return {
    language,
    stems: [...new Set(stems)].sort((one, other) => (one < other ? -1 : 1)).slice(0, mostStems),
    ...(id !== undefined && { document: fileOf(content, { language, id }) }),
    ...(isUnanswered && { unanswered: 'no-passage' }),
  };
}

function reply(asked: GuideTurn): GuideReply {
  const { question } = asked;
  const { offered, ...state } = asked.state;
  const turn = { ...asked, state };
  const onTour = question.visitMode === 'guided' ? replyOnTour(turn) : undefined;
  if (onTour) return onTour;
  const found = lookUpFreely(turn, offered);
  if ('passages' in found) return replyWithQuotes(turn, found.passages);
  return sayPhrase(turn, found.phrase);
}

function sayPhrase(turn: GuideTurn, id: PhraseId): GuideReply {
  const instead = id === 'unknown' ? pickInstead(turn) : undefined;
  const { offered: _, ...state } = turn.state;
  const next = instead ? { ...state, offered: { document: instead.document.id, paragraph: instead.paragraph } } : state;
  const text = phraseOf(turn, id, instead);
  return { state: next, text, ...(isAdmission(id) && { isUnanswered: true }), passages: [], sources: [] };
}

/** Outside a tour, too, visitors say "again", "no" or "stop", and "yes" to an offered question. */
function lookUpFreely(turn: GuideTurn, offered: Passage | undefined): LookUpResult {
  const intent = pickIntent(messageWords(turn), turn.question.language);
  if (intent === 'stop') return { phrase: 'quiet' };
  if (intent === 'end') return { phrase: 'goodbye' };
  if (intent === 'no') return { phrase: 'declined' };
  const document = turn.index.documents.get(offered?.document ?? '');
  if (intent === 'yes' && offered && document) return { passages: [{ document, paragraph: offered.paragraph, terms: [] }] };
  const said = intent === 'again' ? saidBefore(turn) : undefined;
  return said ? { passages: [said] } : lookUp(turn);
}
