import type { PlayerState } from '@enfilade/shared-contracts/kit/audio-player';
import type { PlaybackProblem } from '@enfilade/shared-contracts/kit/play-audio';
import type { TextKey } from '../texts/texts.ts';

/** What plays of the voices: one sample at a time. */
export interface SampleState {
  /** Undefined until a sample was requested. */
  voiceId: string | undefined;
  state: PlayerState;
  /** Only in the state `error`. */
  problem?: PlaybackProblem;
}

export const noSample: SampleState = { voiceId: undefined, state: 'stopped' };

/** The state of one voice's own sample. */
export function stateOf({ voiceId, state }: SampleState, ownId: string): PlayerState {
  return voiceId === ownId ? state : 'stopped';
}

/** Key of the text that says what a voice's sample does; undefined when it does nothing. */
export function pickStatus(sample: SampleState, ownId: string): TextKey | undefined {
  const state = stateOf(sample, ownId);
  if (state === 'error') return `voice.${sample.problem ?? 'unreachable'}`;
  if (state === 'loading' || state === 'ready') return 'voice.loading';
  return state === 'playing' ? 'voice.playing' : undefined;
}
