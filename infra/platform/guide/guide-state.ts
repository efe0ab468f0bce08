import type { Generated, Room, Source, Tour } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { TourPosition } from '@enfilade/shared-contracts/museum/tour-plan';
import type { TourAnswers } from '@enfilade/shared-contracts/museum/tour-texts';
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
  readonly visitors?: readonly string[];
  /** Absent until the tour begins. */
  readonly tour?: TourState;
  readonly turns?: readonly { readonly asked: string; readonly answered: string }[];
}

export const newGuideState: GuideState = { covered: [] };

export interface TourState extends TourPosition, Pick<Tour, 'phase'> {
  /** Ids of the tour's rooms. A change of the rooms begins another tour. Absent before the first reply of this site. */
  place?: string;
  asks?: Tour['asks'] | undefined;
  /** Begin of the tour in ms since the epoch, without time between two devices. Absent before the first step. */
  begunAt?: number;
  said: readonly TourLineId[];
  /** Number of answers since the last step. */
  asides: number;
  last: readonly QuotedPassage[];
}

export const newTour: TourState = { phase: 'before', room: 0, told: [], asks: 'begin', said: [], asides: 0, last: [] };

export type QuotedPassage = { document: string; paragraph: number; language: Language; sentences: readonly string[] };

export const coveredParagraphs = ({ covered }: GuideState, documentId: string): readonly number[] =>
  covered.find(({ document }) => document === documentId)?.paragraphs ?? [];

export function withCovered(state: GuideState, documentId: string, paragraph: number): GuideState {
  const paragraphs = [...coveredParagraphs(state, documentId).filter((one) => one !== paragraph), paragraph];
  const others = state.covered.filter(({ document }) => document !== documentId);
  return { ...state, covered: [...others, { document: documentId, paragraphs }] };
}

export interface GuideQuestion extends TourAnswers {
  text: string;
  language: Language;
  visitMode: VisitConfig['visitMode'];
  exhibitionId?: string | undefined;
  isEasy?: boolean | undefined;
  instruction?: string | undefined;
  earlier?: string | undefined;
  /** Milliseconds since the epoch; absent if the time does not matter. */
  now?: number | undefined;
}

export type GuideTurn = { content: MuseumContent; index: KnowledgeIndex; state: GuideState; question: GuideQuestion };

export type Passage = { document: string; paragraph: number };

/**
 * Why a question has no answer or a shortened answer: no passage answers, or the check dropped all or some of a model's sentences.
 */
export type Unanswered = 'no-passage' | 'dropped' | 'shortened';

/** Facts about a question that a museum may see: its topic, and whether the guide had an answer. */
export interface QuestionFacts {
  language: Language;
  stems: readonly string[];
  /** The answering or nearest file in the content folder. */
  document?: string;
  unanswered?: Unanswered;
  dropped?: readonly DroppedSentence[];
}

export interface AnswerUsage {
  promptTokens: number;
  completionTokens: number;
  /** The numbers are estimated, because the service did not count or was interrupted. */
  isEstimated: boolean;
}

export type DroppedSentence = { reason: string; text: string };

export interface GuideReply {
  state: GuideState;
  text: string;
  isUnanswered?: boolean;
  /** Absent for a message without a topic: a greeting, a step of the tour. */
  facts?: QuestionFacts | undefined;
  passages: readonly Passage[];
  /** Empty for small talk, the tour's own lines and unanswered questions. */
  sources: readonly Source[];
  room?: Room;
  /** Absent in an exploration, and in a museum without texts for a tour. */
  tour?: Tour;
}

export const originOf = ({ model }: { model?: string }): Generated =>
  model === undefined ? { kind: 'quotation' } : { kind: 'model', model };

export type GuideEvent =
  | { type: 'context'; sources: readonly Source[]; room?: Room; tour?: Tour }
  /** Whole sentences, the paragraphs that support them (empty for a greeting or a question), and the language model that wrote them. */
  | { type: 'text'; text: string; passages: readonly Passage[]; model?: string }
  /** The last event, also of an answer that ended early. `usage` is of a guide with a language model. */
  | { type: 'done'; state: GuideState; facts?: QuestionFacts | undefined; usage?: AnswerUsage };
