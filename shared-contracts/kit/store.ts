/** A store one may read and watch, but not write. What zustand's vanilla stores look like from outside. */
export interface ReadableStore<State> {
  getState(): State;
  /** The returned function ends the watching. */
  subscribe(listener: (state: State, before: State) => void): () => void;
}
