import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The runner makes a storage for each file and never ends it, and each that is not ended costs every promise of the process
 * something: of two hundred files the last ones would take twice as long. Those of the file before end here.
 */
const key = Symbol.for('storages that were used');
const shared: typeof globalThis & { [key]?: Set<AsyncLocalStorage<unknown>> } = globalThis;

function noteUsed(): Set<AsyncLocalStorage<unknown>> {
  const used = new Set<AsyncLocalStorage<unknown>>();
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (...args: unknown[]) {
    used.add(this);
    return Reflect.apply(run, this, args);
  };
  return used;
}

const used = shared[key] ?? noteUsed();
shared[key] = used;
for (const storage of used) storage.disable();
used.clear();
