/** What presses the button: a finger, pen or mouse, or the keyboard. */
type Presser = 'pointer' | 'key';

/** `since` is when the microphone was opened, in ms of the clock. */
export type TalkButton =
  | { kind: 'up' }
  | { kind: 'held'; by: Presser; since: number }
  /** A short tap keeps the microphone open until the next. */
  | { kind: 'latched'; since: number }
  /** The press that ended a latch; it opens nothing. */
  | { kind: 'spent'; by: Presser };

export type TalkEvent =
  | { type: 'pressed' | 'lifted'; by: Presser; at: number }
  /** Pressed and lifted at once, as screen readers do. */
  | { type: 'tapped'; at: number }
  /** The finger was taken away by the system: cancelled, capture lost, a menu. A latch is no finger's. */
  | { type: 'dropped' }
  /** The page lost its visitor, the time is over, the call is gone. */
  | { type: 'ended' };

/** The microphone has to be opened or closed. */
export type TalkCommand = 'hold' | 'release';

interface TalkStep {
  state: TalkButton;
  command?: TalkCommand;
}

export const up: TalkButton = { kind: 'up' };

/** A press of at least this long talks while it lasts; a shorter one latches. */
const holdMs = 250;
/** Nobody asks a longer question; a button under a pocket's lining is held longer. */
export const longestHoldMs = 60_000;

/** When the microphone was opened; undefined while it is closed. */
export const openSince = (state: TalkButton): number | undefined => ('since' in state ? state.since : undefined);

/** Every opening is followed by exactly one closing, whatever comes between. */
export function stepTalkButton(state: TalkButton, event: TalkEvent): TalkStep {
  if (event.type === 'pressed') return press(state, event.by, event.at);
  if (event.type === 'lifted') return lift(state, event.by, event.at);
  if (event.type === 'tapped') return tap(state, event.at);
  if (event.type === 'dropped' && state.kind === 'latched') return { state };
  return openSince(state) === undefined ? { state: up } : { state: up, command: 'release' };
}

function press(state: TalkButton, by: Presser, at: number): TalkStep {
  if (state.kind === 'up') return { state: { kind: 'held', by, since: at }, command: 'hold' };
  return state.kind === 'latched' ? { state: { kind: 'spent', by }, command: 'release' } : { state };
}

function lift(state: TalkButton, by: Presser, at: number): TalkStep {
  if (!('by' in state) || state.by !== by) return { state };
  if (state.kind === 'spent') return { state: up };
  return at - state.since < holdMs ? { state: { kind: 'latched', since: state.since } } : { state: up, command: 'release' };
}

function tap(state: TalkButton, at: number): TalkStep {
  if (state.kind === 'up') return { state: { kind: 'latched', since: at }, command: 'hold' };
  return state.kind === 'latched' ? { state: up, command: 'release' } : { state };
}
