import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Lazy } from './create-lazy.ts';
import type { ReadableStore } from './store.ts';

/** `select` must return the same value for the same state (a field, not a new object): a new value each time would render forever. */
export function useStore<State, Selected>(store: ReadableStore<State>, select: (state: State) => Selected): Selected {
  const pick = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, pick, pick);
}

/** Loads when `isWanted`. Undefined before, and if the load fails. */
export function useLazy<Value>(lazy: Lazy<Value>, isWanted = true, onFailed?: () => void): Value | undefined {
  const fail = useEffectEvent(() => onFailed?.());
  useEffect(() => {
    if (isWanted) lazy.load().catch(fail);
  }, [lazy, isWanted]);
  return useStore(lazy, (value) => value);
}
