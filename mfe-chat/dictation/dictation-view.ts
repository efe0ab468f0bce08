import type { MicrophoneProblem, Phase } from './dictation-state.ts';

/** Who writes down what is said: the museum's side, or the browser's own recogniser. */
export type Means = 'site' | 'browser';

/** Where dictating stands, for its views. */
export interface DictationView {
  phase: Phase;
  /** Why there is no microphone; only when `refused`. */
  problem: MicrophoneProblem | undefined;
  means: Means;
  /** The longest recording on this device. */
  limitSeconds: number;
}

/** What changes about four times a second; it stays when the recording is over, until its words are there or it is discarded. */
export interface Live {
  /** From 0 to 1, the newest last; one each quarter of a second. */
  levels: readonly number[];
  seconds: number;
  /** Empty unless the browser writes them down. */
  words: string;
}

export const still: Live = { levels: [], seconds: 0, words: '' };
