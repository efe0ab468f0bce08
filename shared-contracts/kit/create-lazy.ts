import { createStore, type ReadableStore } from './store.ts';

export interface Lazy<Value, Given extends unknown[] = []> extends ReadableStore<Value | undefined> {
  /** Loads the value once. After a failed load, the next call loads again. */
  load(...given: Given): Promise<Value>;
}

export function createLazy<Value extends object, Given extends unknown[] = []>(
  loadValue: (...given: Given) => Promise<Value>,
): Lazy<Value, Given> {
  const { set, ...store } = createStore<Value | undefined>(undefined);
  let loading: Promise<Value> | undefined;
  const onLoaded = (value: Value) => {
    set(value);
    return value;
  };
  const onFailed = (cause: unknown) => {
    loading = undefined;
    throw cause;
  };
  return { ...store, load: (...given) => (loading ??= loadValue(...given).then(onLoaded, onFailed)) };
}
