import type { PlayerState } from '@enfilade/shared-contracts/kit/audio-player';
import type { PlaybackProblem } from '@enfilade/shared-contracts/kit/play-audio';

/** What is heard of the voices: one sample at a time. */
export interface Preview {
  /** Undefined until one was asked for. */
  voiceId: string | undefined;
  state: PlayerState;
  /** Why; only in the state `error`. */
  fault?: PlaybackProblem;
}

export const silence: Preview = { voiceId: undefined, state: 'stopped' };

/** The state of one voice's own row. */
export function stateOf({ voiceId, state }: Preview, ownId: string): PlayerState {
  return voiceId === ownId ? state : 'stopped';
}

/** Key of the words that take the note's place while there is something to say; undefined: the note stands. */
export function pickWords(preview: Preview, ownId: string): string | undefined {
  const state = stateOf(preview, ownId);
  if (state === 'error') return `voice.${preview.fault ?? 'unreachable'}`;
  if (state === 'loading' || state === 'ready') return 'voice.loading';
  return state === 'playing' ? 'voice.playing' : undefined;
}
