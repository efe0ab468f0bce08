/**
 * Time without activity before a kiosk asks, and time that it waits for an answer (WCAG 2.2.1: at least 20 s, by one simple act). One
 * continuing activity, such as an answer or an introduction, counts for at most `busyMs`: a call with an open microphone, or a dialog,
 * never ends by itself.
 */
export const idleLimits = { quietMs: 90_000, askMs: 20_000, busyMs: 600_000 } as const;

/**
 * attract: no visitor is there · used: `since` is the last activity · asking: the kiosk asks whether the visitor is still there ·
 * forgetting: the kiosk deletes the visit.
 */
export type KioskState = { kind: 'attract' } | { kind: 'used' | 'asking'; since: number; busy?: Busy | undefined } | { kind: 'forgetting' };

interface Busy {
  with: string;
  since: number;
}

/** Times are in ms of the clock. */
export type KioskEvent =
  /** A touch or a key. */
  | { type: 'touched'; at: number }
  /**
   * Time has passed. `busyWith`: name of the activity (the visitor speaks, or an answer or recording is pending or playing); a new activity
   * has another name.
   */
  | { type: 'passed'; at: number; busyWith: string | undefined };

/** The kiosk's next state. No event leaves `forgetting`, because the page reloads afterwards. */
export function nextKioskState(state: KioskState, event: KioskEvent): KioskState {
  if (state.kind === 'forgetting') return state;
  if (event.type === 'touched') return { kind: 'used', since: event.at };
  if (state.kind === 'attract') return state;
  const { at, busyWith } = event;
  // A clock that was set back would delay the deletion by the same time.
  const isSetBack = at < state.since;
  const busy = busyNow(isSetBack ? { ...state, busy: undefined } : state, busyWith, at);
  if (busy && at - busy.since < idleLimits.busyMs) return { kind: 'used', since: at, busy };
  if (isSetBack) return { kind: state.kind, since: at };
  const isOver = at - state.since >= (state.kind === 'used' ? idleLimits.quietMs : idleLimits.askMs);
  if (!isOver) return { ...state, busy };
  // Applies after the device slept, too: the kiosk deletes no visit without asking first.
  return state.kind === 'used' ? { kind: 'asking', since: at, busy } : { kind: 'forgetting' };
}

/** The running activity and its start. */
function busyNow({ busy }: Extract<KioskState, { since: number }>, busyWith: string | undefined, at: number): Busy | undefined {
  if (busyWith === undefined || busy?.with === busyWith) return busyWith === undefined ? undefined : busy;
  return { with: busyWith, since: at };
}

/** The time left to answer, in whole seconds. */
export const secondsLeft = (since: number, at: number): number =>
  Math.max(0, Math.ceil((idleLimits.askMs - Math.max(0, at - since)) / 1000));
