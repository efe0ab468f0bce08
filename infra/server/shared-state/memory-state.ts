import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { mostEntries } from '../http/most-entries.ts';
import { lastsOf, toText } from './batch.ts';
import type { Change, SharedState } from './shared-state.ts';

export interface MemoryStateOptions {
  clock: Clock;
  store?: StateStore | undefined;
  /** Changes are written so long after the first of them: at most so much is forgotten when the process is killed. */
  writeAfterMs?: number;
  /** Those not used for longest are forgotten first. */
  mostValues?: number;
  /** Hears of a store that cannot write. */
  log?: Pick<FastifyBaseLogger, 'error'> | undefined;
}

/** Keeps values beyond the process; read once, at the start. */
export interface StateStore {
  /** Every value that has not run out. */
  read(): Iterable<{ key: string; value: unknown; endsAt: number }>;
  /** Values that changed; undefined was removed. */
  write(changed: ReadonlyMap<string, { value: unknown; endsAt: number } | undefined>): void;
  close(): void;
}

/** After a write that failed. */
const tryAgainMs = 1_000;

/** The state of a site of one process. What its store cannot write now is written later. */
export function createMemoryState({ clock, store, writeAfterMs = 100, mostValues = 100_000, log }: MemoryStateOptions): SharedState {
  const values = new LRUCache<string, { value: unknown; endsAt: number }>(mostEntries(mostValues));
  const unwritten = new Map<string, { value: unknown; endsAt: number } | undefined>();
  let cancelWrite: (() => void) | undefined;
  let problem: string | undefined;
  for (const { key, value, endsAt } of store?.read() ?? []) values.set(key, { value, endsAt });

  const find = (key: string): unknown => {
    const found = values.get(key);
    return found && found.endsAt > clock.now() ? found.value : undefined;
  };
  const write = () => {
    cancelWrite?.();
    cancelWrite = undefined;
    if (unwritten.size === 0) return;
    try {
      store?.write(unwritten);
      unwritten.clear();
      problem = undefined;
    } catch (error) {
      if (problem === undefined) log?.error({ err: error }, 'What this site counts cannot be written down; it is tried again');
      problem = 'What this site counts cannot be written down: a restart would forget it';
      cancelWrite = clock.after(tryAgainMs, write);
    }
  };
  const writeSoon = () => {
    if (unwritten.size === 0 || cancelWrite !== undefined) return;
    if (writeAfterMs === 0) write();
    else cancelWrite = clock.after(writeAfterMs, write);
  };
  const keep = (key: string, entry: { value: unknown; endsAt: number } | undefined) => {
    if (entry) values.set(key, entry);
    else values.delete(key);
    if (store) unwritten.set(key, entry);
  };

  function decideNow<Result>(change: Change<Result>): Result {
    const found = change.keys.map(find);
    const { result, values: next } = change.decide(found);
    const endsAt = (at: number) => clock.now() + lastsOf(change, at);
    for (const [at, value] of (next ?? []).entries()) {
      // A value lasts from its last change, as in the other states.
      if (toText(value) === toText(found[at])) continue;
      keep(change.keys[at] ?? '', value === undefined ? undefined : { value, endsAt: endsAt(at) });
    }
    writeSoon();
    return result;
  }

  return {
    isShared: false,
    change: async (change) => decideNow(change),
    problem: () => problem,
    async close() {
      write();
      cancelWrite?.();
      store?.close();
    },
  };
}
