/** So long nothing happens before a kiosk asks, and so long it waits for an answer (WCAG 2.2.1: at least 20 s, by one simple act). */
export const idleLimits = { quietMs: 90_000, askMs: 20_000 } as const;

/** attract: nobody is there · used: since the last sign of a visitor · asking: whether one still is · forgetting: nobody is, and what they left goes. */
export type KioskState = { kind: 'attract' } | { kind: 'used' | 'asking'; since: number } | { kind: 'forgetting' };

/** Times are in ms of the clock. */
export type KioskEvent =
  /** A touch or a key. */
  | { type: 'touched'; at: number }
  /** Time has passed. `isBusy`: the visitor speaks, or an answer is on its way or heard. */
  | { type: 'passed'; at: number; isBusy: boolean };

/** What becomes of a kiosk. Nothing leads out of `forgetting`: the page begins anew. */
export function nextKioskState(state: KioskState, event: KioskEvent): KioskState {
  if (state.kind === 'forgetting') return state;
  if (event.type === 'touched') return { kind: 'used', since: event.at };
  if (state.kind === 'attract') return state;
  const { at, isBusy } = event;
  // A clock that was set back would hold it up for as long.
  if (isBusy || at < state.since) return isBusy ? { kind: 'used', since: at } : { ...state, since: at };
  const isOver = at - state.since >= (state.kind === 'used' ? idleLimits.quietMs : idleLimits.askMs);
  if (!isOver) return state;
  // Also where the device has slept: nobody's visit is forgotten before they were asked.
  return state.kind === 'used' ? { kind: 'asking', since: at } : { kind: 'forgetting' };
}

/** Of the time to answer, in whole seconds. */
export const secondsLeft = (since: number, at: number): number =>
  Math.max(0, Math.ceil((idleLimits.askMs - Math.max(0, at - since)) / 1000));
