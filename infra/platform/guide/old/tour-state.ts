import type { Language } from '@enfilade/shared-contracts/i18n/language';

/**
 * Before the first stop, between two stops of a room, after a room's stops, ended by the visitor, and
 * ended because all rooms were seen.
 */
export type TourPhase = 'waiting' | 'telling' | 'leaving' | 'stopped' | 'complete';

/** Where a tour stands. Plain data, part of the conversation's state. */
export interface TourState {
  phase: TourPhase;
  /** Position of the room in the profile. */
  room: number;
  /** Stops told since the visitor came into it. */
  stops: number;
  /** Answers given so far. */
  turns: number;
  /** What was last told from a text: what "again" repeats. */
  last?: ToldPassage;
}

/** Sentences of a document's paragraph, as they were told. */
export interface ToldPassage {
  document: string;
  paragraph: number;
  language: Language;
  sentences: readonly string[];
}

export const newTour: TourState = { phase: 'waiting', room: 0, stops: 0, turns: 0 };
