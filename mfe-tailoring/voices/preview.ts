import type { PlayerState } from '@enfilade/shared-contracts/visit/audio-player';

/** 'blocked': the browser wants another tap first; 'unreachable': the recording did not come or cannot be read. */
export type PreviewFault = 'blocked' | 'unreachable';

/** What is heard of the voices: one sample at a time. */
export interface Preview {
  /** Undefined until one was asked for. */
  voiceId: string | undefined;
  state: PlayerState;
  /** Why; only in the state `error`. */
  fault?: PreviewFault;
}

export const silence: Preview = { voiceId: undefined, state: 'stopped' };

/** What `play()` was refused for. `NotAllowedError` is the browser's word for a page that may not sound yet. */
export function pickFault(error: unknown): PreviewFault {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}

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
