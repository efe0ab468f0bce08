import type { Generated, Room, Source, Tour } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { TourPosition } from '@enfilade/shared-contracts/museum/tour-plan';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { MuseumContent } from '../content/content.ts';
import type { TourLineId } from './language/language-data.ts';
import type { KnowledgeIndex } from './search/knowledge-index.ts';

/** The state of a conversation between two turns: plain data, stored by the chat or call. */
export interface GuideState {
  /** The quoted documents, the newest last, each with the positions of its quoted paragraphs. */
  readonly covered: readonly { readonly document: string; readonly paragraphs: readonly number[] }[];
  /** The last answered question with the names in its answer: the meaning of "he" and "it" in the next turn. */
  readonly subject?: string;
  /** The paragraph whose question the last answer offered: the meaning of "yes" in the next turn. */
  readonly offered?: Passage;
  /** Language, other than the page's, in which the guide has offered to continue. */
  readonly offeredLanguage?: Language;
  /** Names of the visitors. */
  readonly visitors?: readonly string[];
  /** Position of the guided tour; absent until the tour begins. */
  readonly tour?: TourState;
  /** The last turns, for a language model. */
  readonly turns?: readonly { readonly asked: string; readonly answered: string }[];
}

export const newGuideState: GuideState = { covered: [] };

/** The position of a tour: plain data, part of the conversation's state. */
export interface TourState extends TourPosition, Pick<Tour, 'phase'> {
  /** Ids of the tour's rooms. A change of the rooms begins another tour. Absent before the first reply of this site. */
  place?: string;
  /** The tour's open question. */
  asks?: Tour['asks'] | undefined;
  /** Begin of the tour in ms since the epoch, without time between two devices. Absent before the first step. */
  begunAt?: number;
  /** Lines that the tour says once and has said. */
  said: readonly TourLineId[];
  /** Number of answers since the last step. */
  asides: number;
  /** The last quotation, which "again" repeats. */
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

/** The visitor's words, and the part of the visit that a reply depends on. */
export interface GuideQuestion {
  text: string;
  language: Language;
  visitMode: VisitConfig['visitMode'];
  exhibitionId?: string | undefined;
  /** The guide quotes the easy form of paragraphs that have one. */
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
  /** Summary of an earlier conversation of this visit. */
  earlier?: string | undefined;
  /** Milliseconds since the epoch; absent if the time does not matter. */
  now?: number | undefined;
}

/** The input of a reply. */
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
 * Why a question has no answer or a shortened answer: no passage answers, or the check dropped all or some of a model's sentences.
 */
export type Unanswered = 'no-passage' | 'dropped' | 'shortened';

/** Facts about a question that a museum may see: its topic, and whether the guide had an answer. */
export interface QuestionFacts {
  /** Language of the question. */
  language: Language;
  /** Stems of its topic words, each once, in alphabetical order. */
  stems: readonly string[];
  /** The answering or nearest file in the content folder. */
  document?: string;
  unanswered?: Unanswered;
  /** A model's sentences that were not spoken. */
  dropped?: readonly DroppedSentence[];
}

/** Tokens of a language model that one answer used. */
export interface AnswerUsage {
  promptTokens: number;
  completionTokens: number;
  /** The numbers are estimated, because the service did not count or was interrupted. */
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
  /** Absent for a message without a topic: a greeting, a step of the tour. */
  facts?: QuestionFacts | undefined;
  /** The quoted paragraphs. */
  passages: readonly Passage[];
  /** Empty for small talk, for the tour's own lines, and without an answer. */
  sources: readonly Source[];
  room?: Room;
  /** Absent in an exploration, and in a museum without texts for a tour. */
  tour?: Tour;
}

/** The origin of an event's text. */
export const originOf = ({ model }: { model?: string }): Generated =>
  model === undefined ? { kind: 'quotation' } : { kind: 'model', model };

/** The events of an answer, in order; `done` is the last. */
export type GuideEvent =
  /** Sources and place of the text that follows. */
  | { type: 'context'; sources: readonly Source[]; room?: Room; tour?: Tour }
  /** Whole sentences, the paragraphs that support them (empty for a greeting or a question), and the language model that wrote them. */
  | { type: 'text'; text: string; passages: readonly Passage[]; model?: string }
  /** The state for the next turn. */
  | { type: 'done'; state: GuideState; facts?: QuestionFacts | undefined };
