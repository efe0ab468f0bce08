import { createStore as createZustandStore } from 'zustand/vanilla';

/** A store to read and subscribe to, but not to write: a zustand vanilla store as others see it. */
export interface ReadableStore<State> {
  getState(): State;
  /** The returned function unsubscribes. */
  subscribe(listener: (state: State, before: State) => void): () => void;
}

/** A store as its owner sees it. */
export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state; subscribers are called unless it is the same by Object.is. */
  set(state: State): void;
}

/** A store of one value. Hand it to others as `ReadableStore`: the owner alone writes. */
export function createStore<State>(initial: State): Store<State> {
  const { getState, subscribe, setState } = createZustandStore<State>()(() => initial);
  return { getState, subscribe, set: (state) => setState(state, true) };
}
