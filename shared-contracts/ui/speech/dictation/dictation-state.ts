import type { FailureCategory } from '../../../voice/failure.ts';

/**
 * notice: the visitor reads who receives the sound · asking: the permission prompt is open · failed: transcription failed, and the
 * recording is kept · unheard: the recording has no words · refused: `problem` says why there is no microphone.
 */
export type Phase = 'idle' | 'notice' | 'asking' | 'recording' | 'transcribing' | 'failed' | 'unheard' | 'refused';

/** unreachable: the browser's recogniser does not respond. */
export type MicrophoneProblem = FailureCategory | 'unreachable';

export type RecogniserKind = 'site' | 'browser';

export interface DictationView {
  readonly phase: Phase;
  /** Only in the phase `refused`. */
  readonly problem: MicrophoneProblem | undefined;
  readonly recogniser: RecogniserKind;
}

export const idleView: DictationView = { phase: 'idle', problem: undefined, recogniser: 'site' };

/** Changes about four times a second. The last values stay until the recording is transcribed or discarded. */
export interface Meter {
  /** From 0 to 1 for each 250 ms, the newest last. The browser's recogniser detects a voice without a level. */
  levels: readonly number[];
  seconds: number;
  /** Empty unless the browser is the recogniser. */
  words: string;
}

export const emptyMeter: Meter = { levels: [], seconds: 0, words: '' };
