/** A finger, pen or mouse, or the keyboard. */
type Input = 'pointer' | 'key';

/** `since` is when the microphone was opened, in ms of the clock. */
export type TalkButton =
  | { kind: 'up' }
  | { kind: 'held'; by: Input; since: number }
  /** A short tap keeps the microphone open until the next tap. */
  | { kind: 'latched'; since: number }
  /** The press that ended a latch; it does not open the microphone. */
  | { kind: 'spent'; by: Input };

export type TalkEvent =
  | { type: 'pressed' | 'lifted'; by: Input; at: number }
  /** Pressed and lifted at once, as screen readers do. */
  | { type: 'tapped'; at: number }
  /** The system took the pointer: cancelled, capture lost, a menu. A latch needs no pointer. */
  | { type: 'dropped' }
  /** The page lost the focus, the time is over, or the call ended. */
  | { type: 'ended' };

/** To the conversation: open or close the microphone. */
export type TalkCommand = 'hold' | 'release';

interface TalkTransition {
  state: TalkButton;
  command?: TalkCommand;
}

export const up: TalkButton = { kind: 'up' };

/** A press of at least this long talks while it lasts; a shorter one latches. */
const holdMs = 250;
/** No question is longer; a button pressed in a pocket is. */
export const longestHoldMs = 60_000;

/** When the microphone was opened; undefined while it is closed. */
export const openSince = (state: TalkButton): number | undefined => ('since' in state ? state.since : undefined);

/** Every opening is followed by exactly one closing, whatever comes between. */
export function pickTalkTransition(state: TalkButton, event: TalkEvent): TalkTransition {
  if (event.type === 'pressed') return press(state, event.by, event.at);
  if (event.type === 'lifted') return lift(state, event.by, event.at);
  if (event.type === 'tapped') return tap(state, event.at);
  if (event.type === 'dropped' && state.kind === 'latched') return { state };
  return openSince(state) === undefined ? { state: up } : { state: up, command: 'release' };
}

function press(state: TalkButton, by: Input, at: number): TalkTransition {
  if (state.kind === 'up') return { state: { kind: 'held', by, since: at }, command: 'hold' };
  return state.kind === 'latched' ? { state: { kind: 'spent', by }, command: 'release' } : { state };
}

function lift(state: TalkButton, by: Input, at: number): TalkTransition {
  if (!('by' in state) || state.by !== by) return { state };
  if (state.kind === 'spent') return { state: up };
  return at - state.since < holdMs ? { state: { kind: 'latched', since: state.since } } : { state: up, command: 'release' };
}

function tap(state: TalkButton, at: number): TalkTransition {
  if (state.kind === 'up') return { state: { kind: 'latched', since: at }, command: 'hold' };
  return state.kind === 'latched' ? { state: up, command: 'release' } : { state };
}
