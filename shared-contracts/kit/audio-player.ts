/** States of anything that plays a recording: a voice's sample, the recorded introduction, an answer read aloud. */
export const playerStates = ['loading', 'ready', 'playing', 'paused', 'complete', 'stopped', 'error'] as const;
export type PlayerState = (typeof playerStates)[number];

/** `began` is also emitted when sound continues after it stalled, `failed` also when the browser refused to play. */
export const playerEvents = ['requested', 'loaded', 'began', 'stalled', 'paused', 'ended', 'stopped', 'failed'] as const;
export type PlayerEvent = (typeof playerEvents)[number];

type Transitions = Partial<Record<PlayerEvent, PlayerState>>;

/** A player at rest can only be requested again: pausing, stopping and ending need something that plays. */
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

/** The state after an event; one that does not belong to the state, late or twice, changes nothing. */
export function nextPlayerState(state: PlayerState, event: PlayerEvent): PlayerState {
  return transitions[state][event] ?? state;
}

/** Sounds, or will without another tap: what a visitor may stop. */
export function isUnderWay(state: PlayerState): boolean {
  return state === 'loading' || state === 'ready' || state === 'playing';
}

/** What a player plays: one sound at a time. */
export interface Playing<Problem> {
  /** Id of the sound; undefined before the first. */
  id: string | undefined;
  state: PlayerState;
  /** Only in the state `error`. */
  problem?: Problem | undefined;
  /** The position in the part that plays. */
  seconds: number;
  /** Undefined until the browser has read it. */
  duration?: number | undefined;
}

/** The state of one sound. */
export const stateOf = ({ id, state }: Pick<Playing<unknown>, 'id' | 'state'>, ownId: string): PlayerState =>
  id === ownId ? state : 'stopped';
