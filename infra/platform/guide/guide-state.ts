import type { Room, Source } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { TourState } from './old/tour-state.ts';

/** What a conversation leaves behind for its next turn. Plain data: a chat keeps it, the guide never does. */
export interface GuideState {
  /** The documents told from, the last one last, each with the positions of its told paragraphs. */
  readonly told: readonly { readonly document: string; readonly paragraphs: readonly number[] }[];
  /** Keys of the lines told from documents, and on a tour of every line. */
  readonly said?: readonly string[];
  /** Where the guided tour stands; absent until it begins. */
  readonly tour?: TourState;
}

export const newGuideState: GuideState = { told: [] };

/** Id of the document the last grounded answer came from. */
export function previousDocument({ told }: GuideState): string | undefined {
  return told.at(-1)?.document;
}

/** Positions of the paragraphs already told of a document. */
export function toldParagraphs({ told }: GuideState, documentId: string): readonly number[] {
  return told.find(({ document }) => document === documentId)?.paragraphs ?? [];
}

/** The state once a paragraph was told. */
export function withTold(state: GuideState, documentId: string, paragraph: number): GuideState {
  const paragraphs = new Set([...toldParagraphs(state, documentId), paragraph]);
  const others = state.told.filter(({ document }) => document !== documentId);
  return { ...state, told: [...others, { document: documentId, paragraphs: [...paragraphs] }] };
}

/** What the visitor asked, and the part of the visit an answer depends on. */
export interface GuideQuestion {
  text: string;
  language: Language;
  visitMode: VisitConfig['visitMode'];
  exhibitionId?: string | undefined;
  /** As chosen: "5", "time.5". */
  time?: string | undefined;
  /** As chosen: "kids", "visitorType.kids". */
  visitorType?: string | undefined;
  /** As chosen: "contemplative", "style.contemplative". */
  style?: string | undefined;
  /** As chosen, with commas: "learn,relax", "goal.learn". */
  goals?: string | undefined;
  /** Names, with commas. */
  artists?: string | undefined;
}

export interface GuideAnswer {
  state: GuideState;
  text: string;
  /** Empty for small talk, the tour's own turns and where the guide does not know. */
  sources: Source[];
  room?: Room;
}
