import type { PlayerState } from '../../../kit/audio-player.ts';

/** What is read aloud: one answer at a time. */
export interface ReaderState {
  /** Of the answer; undefined before the first. */
  id: string | undefined;
  state: PlayerState;
  /** Only in the state `error`. */
  problem?: ReadingProblem;
}

export const stoppedReader: ReaderState = { id: undefined, state: 'stopped' };

/** The state of one answer. */
export function pickStateOf({ id, state }: ReaderState, ownId: string): PlayerState {
  return id === ownId ? state : 'stopped';
}

/** Why an answer is not read aloud, as keys of texts. */
export interface ReadingProblem {
  sentence: 'speech.network' | 'speech.notConfigured' | 'speech.configuration' | 'speech.busy' | 'speech.playback' | 'speech.other';
  /** For the sentence's `{{reason}}`. */
  reason?: 'speech.reason.voice' | 'speech.reason.upstream' | 'speech.reason.late' | 'speech.reason.request';
}
