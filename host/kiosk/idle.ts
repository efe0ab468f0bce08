/**
 * Time without activity before a kiosk asks, and time that it waits for an answer (WCAG 2.2.1: at least 20 s, by one simple act). One continuing activity counts for up to `busyMs`, because a call with an open microphone or a dialog never ends by itself.
 */
export const idleLimits = { quietMs: 90_000, askMs: 20_000, busyMs: 600_000 } as const;

/** attract: no visitor is present · used: `since` is the last activity · asking: the kiosk asks whether the visitor is still there */
export type KioskState = { kind: 'attract' } | { kind: 'used' | 'asking'; since: number; busy?: Busy | undefined } | { kind: 'forgetting' };

interface Busy {
  with: string;
  since: number;
}

/** Times are in ms of the clock. */
export type KioskEvent =
  | { type: 'touched'; at: number }
  /** `busyWith` names the current activity, such as a pending answer. Each new activity has another name. */
  | { type: 'passed'; at: number; busyWith: string | undefined };

/** No event leaves `forgetting`, because the page reloads afterwards. */
export function nextKioskState(state: KioskState, event: KioskEvent): KioskState {
  if (state.kind === 'forgetting') return state;
  if (event.type === 'touched') return { kind: 'used', since: event.at };
  if (state.kind === 'attract') return state;
  const { at, busyWith } = event;
  // If the clock is set back, the deletion must not be delayed.
  const isSetBack = at < state.since;
  const busy = busyNow(isSetBack ? { ...state, busy: undefined } : state, busyWith, at);
  if (busy && at - busy.since < idleLimits.busyMs) return { kind: 'used', since: at, busy };
  if (isSetBack) return { kind: state.kind, since: at };
  const isOver = at - state.since >= (state.kind === 'used' ? idleLimits.quietMs : idleLimits.askMs);
  if (!isOver) return { ...state, busy };
  // The kiosk asks before a deletion even if the device slept.
  return state.kind === 'used' ? { kind: 'asking', since: at, busy } : { kind: 'forgetting' };
}

function busyNow({ busy }: Extract<KioskState, { since: number }>, busyWith: string | undefined, at: number): Busy | undefined {
  if (busyWith === undefined || busy?.with === busyWith) return busyWith === undefined ? undefined : busy;
  return { with: busyWith, since: at };
}

export const secondsLeft = (since: number, at: number): number =>
  Math.max(0, Math.ceil((idleLimits.askMs - Math.max(0, at - since)) / 1000));
