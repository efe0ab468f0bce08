import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The test runner never disables the AsyncLocalStorage of a file. Each enabled storage slows every promise of the process: the last of 200
 * files would take twice as long. This module disables the storages of the previous file.
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
