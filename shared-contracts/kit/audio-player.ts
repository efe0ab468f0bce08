export type PlayerState = 'loading' | 'ready' | 'playing' | 'paused' | 'complete' | 'stopped' | 'error';

/** `began` is also emitted when sound continues after `stalled`. `failed` is also emitted when the browser refuses to play. */
export const playerEvents = ['requested', 'loaded', 'began', 'stalled', 'paused', 'ended', 'stopped', 'failed'] as const;
export type PlayerEvent = (typeof playerEvents)[number];

type Transitions = Partial<Record<PlayerEvent, PlayerState>>;

/** A player without a sound accepts only a new request. */
const atRest: Transitions = { requested: 'loading' };
const transitions: Record<PlayerState, Transitions> = {
  loading: { loaded: 'ready', began: 'playing', paused: 'paused', ended: 'complete', stopped: 'stopped', failed: 'error' },
  ready: { began: 'playing', paused: 'paused', stopped: 'stopped', failed: 'error', stalled: 'loading' },
  playing: { paused: 'paused', stalled: 'loading', ended: 'complete', stopped: 'stopped', failed: 'error' },
  paused: { began: 'playing', stopped: 'stopped', failed: 'error', requested: 'loading' },
  complete: atRest,
  stopped: atRest,
  error: atRest,
};

/** Late and repeated events change nothing. */
export function nextPlayerState(state: PlayerState, event: PlayerEvent): PlayerState {
  return transitions[state][event] ?? state;
}

/** The sound plays, or will play without another tap. */
export function isUnderWay(state: PlayerState): boolean {
  return state === 'loading' || state === 'ready' || state === 'playing';
}

export interface Playing<Problem> {
  id: string | undefined;
  state: PlayerState;
  problem?: Problem | undefined;
  seconds: number;
  /** Undefined until the browser has read the duration. */
  duration?: number | undefined;
}

export const stateOf = ({ id, state }: Pick<Playing<unknown>, 'id' | 'state'>, ownId: string): PlayerState =>
  id === ownId ? state : 'stopped';
