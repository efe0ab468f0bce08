import { createStore as createZustandStore } from 'zustand/vanilla';

/** A zustand vanilla store that others can read but not write. */
export interface ReadableStore<State> {
  getState(): State;
  subscribe(listener: (state: State, before: State) => void): () => void;
}

export interface Store<State> extends ReadableStore<State> {
  /** Calls the subscribers unless Object.is finds no change. */
  set(state: State): void;
}

export function createStore<State>(initial: State): Store<State> {
  const { getState, subscribe, setState } = createZustandStore<State>()(() => initial);
  return { getState, subscribe, set: (state) => setState(state, true) };
}
