import type { PlayerState } from '@enfilade/shared-contracts/visit/audio-player';
import type { ReadingProblem } from './reading-error.ts';

export type ReadingState = PlayerState;

/** What is read aloud: one answer at a time. */
export interface Reading {
  /** Of the answer; undefined until one was asked for. */
  id: string | undefined;
  state: ReadingState;
  /** Why; only in the state `error`. */
  problem?: ReadingProblem;
}

export const silence: Reading = { id: undefined, state: 'stopped' };

/** The state of one answer's own button. */
export function stateOf({ id, state }: Reading, ownId: string): ReadingState {
  return id === ownId ? state : 'stopped';
}
