import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { mostEntries } from '../http/most-entries.ts';
import type { Change, SharedState } from './shared-state.ts';

export interface MemoryStateOptions {
  clock: Clock;
  store?: StateStore | undefined;
  /** Those not used for longest are forgotten first. */
  mostValues?: number;
}

/** Keeps values beyond the process; read once, at the start. */
export interface StateStore {
  /** Every value that has not run out. */
  read(): Iterable<{ key: string; value: unknown; endsAt: number }>;
  /** Values that changed; undefined was removed. */
  write(changed: ReadonlyMap<string, { value: unknown; endsAt: number } | undefined>): void;
  close(): void;
}

/** Changes are written so long after the first of them: at most so much is forgotten when the process is killed. */
export const writeAfterMs = 100;

/** The state of a site of one process. */
export function createMemoryState({ clock, store, mostValues = 100_000 }: MemoryStateOptions): SharedState {
  const values = new LRUCache<string, { value: unknown; endsAt: number }>(mostEntries(mostValues));
  const unwritten = new Map<string, { value: unknown; endsAt: number } | undefined>();
  let cancelWrite: (() => void) | undefined;
  for (const { key, value, endsAt } of store?.read() ?? []) values.set(key, { value, endsAt });

  const find = (key: string): unknown => {
    const found = values.get(key);
    return found && found.endsAt > clock.now() ? found.value : undefined;
  };
  const write = () => {
    cancelWrite?.();
    cancelWrite = undefined;
    if (unwritten.size > 0) store?.write(unwritten);
    unwritten.clear();
  };
  const keep = (key: string, entry: { value: unknown; endsAt: number } | undefined) => {
    if (entry) values.set(key, entry);
    else values.delete(key);
    if (!store) return;
    unwritten.set(key, entry);
    cancelWrite ??= clock.after(writeAfterMs, write);
  };

  function decideNow<Result>({ keys, lastsMs, decide }: Change<Result>): Result {
    const found = keys.map(find);
    const { result, values: next } = decide(found, { share: 1, agreed: found });
    const endsAt = clock.now() + lastsMs;
    for (const [at, key] of next ? keys.entries() : []) keep(key, next?.[at] === undefined ? undefined : { value: next[at], endsAt });
    return result;
  }

  return {
    isShared: false,
    change: async (change) => decideNow(change),
    problem: () => undefined,
    async close() {
      write();
      store?.close();
    },
  };
}
