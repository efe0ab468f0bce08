import { useSyncExternalStore } from 'react';

/** The reading half of a zustand vanilla store, or of anything shaped like one. */
export interface ReadableStore<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
}

/**
 * What `select` picks from the store's state; draws again when that changed by Object.is. `select` must
 * give the same value for the same state (a field, not a new object made of fields): a fresh value every
 * time would draw for ever.
 */
export function useStore<State, Selected>(store: ReadableStore<State>, select: (state: State) => Selected): Selected {
  const pick = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, pick, pick);
}
