import type { ConversationState, Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';

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

/** Until the deletion, while the kiosk asks. */
export const secondsLeft = (state: KioskState, at: number): number =>
  state.kind === 'asking' ? Math.max(0, Math.ceil((idleLimits.askMs - Math.max(0, at - state.since)) / 1000)) : 0;

interface WatchOptions {
  first: KioskState;
  page: Pick<Document, 'addEventListener' | 'removeEventListener'>;
  conversation: { store: ReadableStore<Pick<ConversationState, 'phase' | 'turn'>> };
  busy: Pick<ReadableStore<boolean>, 'getState'>;
  clock: Clock;
}

/** Excludes mouse moves, because browsers report them when the page moves below the mouse. */
const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const;
const busyPhases: readonly Phase[] = ['listening', 'thinking', 'speaking'];
const lookMs = 1_000;

export function watchIdle({ first, page, conversation, busy, clock }: WatchOptions) {
  const { set, ...store } = createStore(first);
  let cancel = () => {};
  const advance = (event: KioskEvent) => set(nextKioskState(store.getState(), event));
  const touch = () => advance({ type: 'touched', at: clock.now() });
  const busyWith = () => {
    const { phase, turn } = conversation.store.getState();
    if (busyPhases.includes(phase)) return `${phase} ${turn}`;
    return busy.getState() ? 'screen' : undefined;
  };
  const look = () => {
    advance({ type: 'passed', at: clock.now(), busyWith: busyWith() });
    cancel = clock.after(lookMs, look);
  };
  const onSign = ({ type }: Event) => {
    const { kind } = store.getState();
    // The views over the page handle touches, so that no touch reaches the page below.
    if (kind === 'used' || (kind === 'asking' && type === 'keydown')) touch();
  };
  return {
    ...store,
    touch,
    /** @returns a function that stops the watch */
    run() {
      for (const sign of signs) page.addEventListener(sign, onSign, { capture: true, passive: true });
      cancel = clock.after(lookMs, look);
      return () => {
        cancel();
        for (const sign of signs) page.removeEventListener(sign, onSign, { capture: true });
      };
    },
  };
}
