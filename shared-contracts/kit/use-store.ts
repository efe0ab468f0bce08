import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Lazy } from './create-lazy.ts';
import type { ReadableStore } from './store.ts';

/**
 * What `select` picks from the store's state; draws again when that changed by Object.is. `select` must
 * give the same value for the same state (a field, not a new object made of fields): a fresh value every
 * time would draw for ever.
 */
export function useStore<State, Selected>(store: ReadableStore<State>, select: (state: State) => Selected): Selected {
  const pick = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, pick, pick);
}

/** What is loaded once it is wanted; undefined until then. If it does not load, the page works without it. */
export function useLazy<Value>(lazy: Lazy<Value>, isWanted = true, onFailed?: () => void): Value | undefined {
  const fail = useEffectEvent(() => onFailed?.());
  useEffect(() => {
    if (isWanted) lazy.load().catch(fail);
  }, [lazy, isWanted]);
  return useStore(lazy, (value) => value);
}
