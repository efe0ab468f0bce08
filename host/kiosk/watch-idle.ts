import type { Conversation, Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { type KioskEvent, type KioskState, nextKioskState, secondsLeft } from './idle.ts';

interface WatchOptions {
  first: KioskState;
  page: Pick<Document, 'addEventListener' | 'removeEventListener'>;
  conversation: { store: ReadableStore<Pick<ReturnType<Conversation['store']['getState']>, 'phase' | 'turn'>> };
  busy: Pick<ReadableStore<boolean>, 'getState'>;
  clock: Clock;
}

/** Excludes mouse moves, because browsers report them when the page moves below the mouse. */
const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const;
const busyPhases: readonly Phase[] = ['listening', 'thinking', 'speaking'];
const lookMs = 1_000;

export function watchIdle({ first, page, conversation, busy, clock }: WatchOptions) {
  let state = first;
  const { set, ...store } = createStore<{ kind: KioskState['kind']; secondsLeft: number }>({ kind: first.kind, secondsLeft: 0 });
  let cancel = () => {};
  const advance = (event: KioskEvent) => {
    state = nextKioskState(state, event);
    const { kind, secondsLeft: before } = store.getState();
    const left = state.kind === 'asking' ? secondsLeft(state.since, event.at) : 0;
    // Notifies at most once a second, not at each movement of a finger.
    if (kind !== state.kind || left !== before) set({ kind: state.kind, secondsLeft: left });
  };
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
    // The views over the page handle touches, so that no touch reaches the page below.
    if (state.kind === 'used' || (state.kind === 'asking' && type === 'keydown')) advance({ type: 'touched', at: clock.now() });
  };
  return {
    ...store,
    touch: () => advance({ type: 'touched', at: clock.now() }),
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
