import type { Generated, Room, Source, Tour } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { TourPosition } from '@enfilade/shared-contracts/museum/tour-plan';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { MuseumContent } from '../content/content.ts';
import type { TourLineId } from './language/language-data.ts';
import type { KnowledgeIndex } from './search/knowledge-index.ts';

/** What a conversation leaves behind for its next turn. Plain data, stored by the chat or call. */
export interface GuideState {
  /** The documents quoted, the last one last, each with the positions of its quoted paragraphs. */
  readonly covered: readonly { readonly document: string; readonly paragraphs: readonly number[] }[];
  /** What was last asked and answered from a document, with the names in the answer: what "he" and "it" mean next. */
  readonly subject?: string;
  /** Whose question the last answer offered instead of an answer: what "yes" means next. */
  readonly offered?: Passage;
  /** Language, other than the page's, in which the guide has offered to continue. */
  readonly offeredLanguage?: Language;
  /** The names the visitors gave. */
  readonly visitors?: readonly string[];
  /** Position of the guided tour; absent until the tour begins. */
  readonly tour?: TourState;
  /** The last turns, of a guide that needs them. */
  readonly turns?: readonly { readonly asked: string; readonly answered: string }[];
}

export const newGuideState: GuideState = { covered: [] };

/** Where a tour is. Plain data, part of the conversation's state. */
export interface TourState extends TourPosition, Pick<Tour, 'phase'> {
  /** Ids of the rooms that the tour passes: other ones begin another tour. Absent until its first reply here. */
  place?: string;
  /** The question that is open. */
  asks?: Tour['asks'] | undefined;
  /** In ms since the epoch, as if the tour had never moved to another device; absent before its first step. */
  begunAt?: number;
  /** The remarks that the tour makes once. */
  said: readonly TourLineId[];
  /** Answers since the last step; the way on is not offered after each. */
  asides: number;
  /** What was last quoted from texts: what "again" repeats. */
  last: readonly QuotedPassage[];
}

export const newTour: TourState = { phase: 'before', room: 0, told: [], asks: 'begin', said: [], asides: 0, last: [] };

/** Sentences of a document's paragraph, as they were quoted. */
export interface QuotedPassage {
  document: string;
  paragraph: number;
  language: Language;
  sentences: readonly string[];
}

/** Id of the document the last grounded reply came from. */
export function previousDocument({ covered }: GuideState): string | undefined {
  return covered.at(-1)?.document;
}

/** Positions of the paragraphs already quoted of a document. */
export function coveredParagraphs({ covered }: GuideState, documentId: string): readonly number[] {
  return covered.find(({ document }) => document === documentId)?.paragraphs ?? [];
}

/** The state once a paragraph was quoted. */
export function withCovered(state: GuideState, documentId: string, paragraph: number): GuideState {
  const paragraphs = [...coveredParagraphs(state, documentId).filter((one) => one !== paragraph), paragraph];
  const others = state.covered.filter(({ document }) => document !== documentId);
  return { ...state, covered: [...others, { document: documentId, paragraphs }] };
}

/** What the visitor asked, and the part of the visit a reply depends on. */
export interface GuideQuestion {
  text: string;
  language: Language;
  visitMode: VisitConfig['visitMode'];
  exhibitionId?: string | undefined;
  /** Paragraphs are quoted in easy language if they have that form. */
  isEasy?: boolean | undefined;
  /** As chosen: "5", "time.5". */
  time?: string | undefined;
  /** As chosen: "kids", "visitorType.kids". */
  visitorType?: string | undefined;
  /** As chosen: "contemplative", "style.contemplative". */
  style?: string | undefined;
  /** As the visitor chose them, separated by commas: "learn,relax", "goal.learn". */
  goals?: string | undefined;
  /** Names, with commas. */
  artists?: string | undefined;
  /** The museum's own instruction for its guide. */
  instruction?: string | undefined;
  /** What was said before this conversation. */
  earlier?: string | undefined;
  /** Milliseconds since the epoch; absent if the time does not matter. */
  now?: number | undefined;
}

/** Everything one reply is made from. */
export interface GuideTurn {
  content: MuseumContent;
  /** Index of the question's language. */
  index: KnowledgeIndex;
  state: GuideState;
  question: GuideQuestion;
}

/** Position of a paragraph. */
export interface Passage {
  document: string;
  paragraph: number;
}

/**
 * Why a question was not answered, or not wholly: no passage answers it, the check dropped everything that a model stated,
 * or some of it.
 */
export type Unanswered = 'no-passage' | 'dropped' | 'shortened';

/** What a museum may learn of a question: which other questions it is like, and what became of it. */
export interface QuestionFacts {
  /** Of its words. */
  language: Language;
  /** Stems of its topic words, each once, in alphabetical order. */
  stems: readonly string[];
  /** The file that answers it or comes nearest to it, in the content folder. */
  document?: string;
  unanswered?: Unanswered;
  /** A model's sentences that were not spoken. */
  dropped?: readonly DroppedSentence[];
}

/** Tokens of a language model that one answer took. */
export interface AnswerUsage {
  promptTokens: number;
  completionTokens: number;
  /** The service did not count them, or was interrupted. */
  isEstimated: boolean;
}

export interface DroppedSentence {
  reason: string;
  text: string;
}

export interface GuideReply {
  state: GuideState;
  text: string;
  /** The guide searched for an answer and found none. */
  isUnanswered?: boolean;
  /** Absent if the message has no topic: a greeting, a step of the tour. */
  facts?: QuestionFacts | undefined;
  /** The paragraphs the text is taken from. */
  passages: readonly Passage[];
  /** Empty for small talk, for the tour's own turns, and if the guide does not know. */
  sources: readonly Source[];
  room?: Room;
  /** In the guided visit of a museum whose texts make a tour. */
  tour?: Tour;
}

/** How the text of an event came about. */
export const originOf = ({ model }: { model?: string }): Generated =>
  model === undefined ? { kind: 'quotation' } : { kind: 'model', model };

/** What an answer tells, in order; `done` is the last. */
export type GuideEvent =
  /** Sources and place of the text that follows. */
  | { type: 'context'; sources: readonly Source[]; room?: Room; tour?: Tour }
  /** Whole sentences, the paragraphs that support them (empty for a greeting or a question), and the language model that wrote them. */
  | { type: 'text'; text: string; passages: readonly Passage[]; model?: string }
  /** What the conversation leaves behind for its next turn. */
  | { type: 'done'; state: GuideState; facts?: QuestionFacts | undefined };
