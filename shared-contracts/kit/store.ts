import { createStore as createZustandStore } from 'zustand/vanilla';

/** A store to read and subscribe to, but not to write: a zustand vanilla store as others see it. */
export interface ReadableStore<State> {
  getState(): State;
  /** The returned function unsubscribes. */
  subscribe(listener: (state: State, before: State) => void): () => void;
}

/** A store for its owner. */
export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state. Subscribers are called unless Object.is finds no change. */
  set(state: State): void;
}

/** Creates a store of one value. Give others a `ReadableStore`, so that the owner alone writes. */
export function createStore<State>(initial: State): Store<State> {
  const { getState, subscribe, setState } = createZustandStore<State>()(() => initial);
  return { getState, subscribe, set: (state) => setState(state, true) };
}
