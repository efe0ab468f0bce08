import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import {
  places,
  type Query,
  restoreBackup,
  rowSchemaOf,
  type SiteDatabase,
  type SqlValue,
  selectFrom,
  UnusableDatabaseError,
} from '../database/site-database.ts';
import { type Change, createQueue, decideAll, keysOf, lastsOf, type SharedState, type Texts, toText } from './shared-state.ts';

interface Entry {
  value: unknown;
  endsAt: number;
}

export interface MemoryStateOptions {
  clock: Clock;
  /** If the store is missing, all values end with the process. */
  store?: StateStore | undefined;
  /** The least recently used entries are deleted first. */
  mostValues?: number;
  log?: Pick<FastifyBaseLogger, 'error'> | undefined;
}

export interface StateStore {
  /** All stored values that had not expired at the start. */
  values: readonly (Entry & { key: string })[];
  /** Undefined removes a value. */
  write(changed: ReadonlyMap<string, Entry | undefined>): Promise<void>;
}

/** After the first change. A killed process loses at most the changes of this time. */
const writeAfterMs = 100;
const tryAgainMs = 1_000;

/** For a site with one process. Failed writes are tried again. */
export function createMemoryState({ clock, store, mostValues = 100_000, log }: MemoryStateOptions): SharedState {
  // `max` instead of `maxSize` would allocate the whole cache at once, which takes 18 ms at each start.
  const values = new LRUCache<string, Entry>({ maxSize: mostValues, sizeCalculation: () => 1 });
  const unwritten = new Map<string, Entry | undefined>();
  let cancelWrite: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();
  let problem: string | undefined;
  let isClosed = false;
  for (const { key, ...entry } of store?.values ?? []) values.set(key, entry);

  const find = (key: string): unknown => {
    const found = values.get(key);
    return found && found.endsAt > clock.now() ? found.value : undefined;
  };
  async function writeAll(): Promise<void> {
    if (!store || unwritten.size === 0) return;
    const changed = new Map(unwritten);
    unwritten.clear();
    try {
      await store.write(changed);
      problem = undefined;
    } catch (error) {
      onFailed(error, changed);
    }
  }
  function onFailed(error: unknown, changed: typeof unwritten): void {
    if (problem === undefined) log?.error({ err: error }, 'The counts of this site cannot be stored; the site tries again');
    problem = 'The counts of this site cannot be stored, and a restart would lose them';
    for (const [key, entry] of changed) if (!unwritten.has(key)) unwritten.set(key, entry);
    writeAfter(tryAgainMs);
  }
  /** Writes all changed values, after the running write. */
  function write(): Promise<void> {
    cancelWrite?.();
    cancelWrite = undefined;
    writing = writing.then(writeAll);
    return writing;
  }
  function writeAfter(ms: number): void {
    if (!isClosed) cancelWrite ??= clock.after(ms, () => void write());
  }
  const keep = (key: string, entry: Entry | undefined) => {
    if (entry) values.set(key, entry);
    else values.delete(key);
    if (!store) return;
    unwritten.set(key, entry);
    writeAfter(writeAfterMs);
  };

  function decideNow<Result>(change: Change<Result>): Result {
    const found = change.keys.map(find);
    const { result, values: next } = change.decide(found);
    const endsAt = (at: number) => clock.now() + lastsOf(change, at);
    for (const [at, value] of (next ?? []).entries()) {
      // Writing the same value does not extend its lifetime, as in the other states.
      if (toText(value) === toText(found[at])) continue;
      keep(change.keys[at] ?? '', value === undefined ? undefined : { value, endsAt: endsAt(at) });
    }
    return result;
  }

  return {
    isShared: false,
    change: async (change) => decideNow(change),
    problem: () => problem,
    async close() {
      isClosed = true;
      await write();
    },
  };
}

/** @throws UnusableDatabaseError if a value is damaged */
export async function openStateStore(
  { query, transaction }: Pick<SiteDatabase, 'query' | 'transaction'>,
  clock: Clock,
): Promise<StateStore> {
  await query('DELETE FROM state WHERE ends_at <= ?', [clock.now()]);
  const rows = z.array(rowSchemaOf('state')).safeParse(await query(selectFrom('state')));
  if (!rows.success)
    throw new UnusableDatabaseError(`The counts of the site (table state) are damaged: ${restoreBackup}.`, {
      cause: rows.error,
    });
  return {
    values: rows.data.map(({ key, value, ends_at: endsAt }) => ({ key, value: JSON.parse(value) as unknown, endsAt })),
    write: (changed) =>
      transaction((ask) =>
        writeValues(
          ask,
          'state',
          [...changed].map(([key, entry]) => ({ key, text: toText(entry?.value), endsAt: entry?.endsAt ?? 0 })),
        ),
      ),
  };
}

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const pruneMs = 60 * 60_000;

export interface KeptStateOptions {
  database: Pick<SiteDatabase, 'query' | 'transaction'>;
  clock: Clock;
  log: { warn(facts: object, message: string): void };
}

/** An empty text removes the value. */
export async function writeValues(
  query: Query,
  table: 'kept' | 'state',
  values: readonly { key: string; text: string; endsAt: number }[],
): Promise<void> {
  const set = values.filter(({ text }) => text !== '');
  const gone = values.filter(({ text }) => text === '').map(({ key }) => key);
  const tuples = set.map(() => `(${places(3)})`).join(', ');
  const upsert = `INSERT INTO ${table} (key, value, ends_at) VALUES ${tuples} ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at`;
  if (set.length > 0)
    await query(
      upsert,
      set.flatMap(({ key, text, endsAt }): SqlValue[] => [key, text, endsAt]),
    );
  if (gone.length > 0) await query(`DELETE FROM ${table} WHERE key IN (${places(gone.length)})`, gone);
}

/**
 * Keeps what neither a restart nor other visitors may remove, such as operators' sessions and counts of releases, in the site's database.
 * While the database does not answer, changes reject. One gateway at a time writes all its waiting changes. Reads need no lock.
 */
export function createKeptState({ database, clock, log }: KeptStateOptions): SharedState {
  async function find(query: Query, keys: readonly string[]): Promise<Texts> {
    const select = `SELECT key, value FROM kept WHERE key IN (${places(keys.length)}) AND ends_at > ?`;
    const rows = rowsSchema.parse(await query(select, [...keys, clock.now()]));
    return new Map(rows.map(({ key, value }) => [key, value]));
  }
  const change = createQueue(async (all) => {
    const keys = keysOf(all);
    try {
      // Decides without a transaction first, because most requests change nothing.
      const seen = decideAll(all, await find(database.query, keys));
      if (seen.next.size === 0) return seen.settle();
      const decided = await database.transaction(async (query) => {
        const { next, lastsMs, settle } = decideAll(all, await find(query, keys));
        const now = clock.now();
        const values = [...next].map(([key, text]) => ({ key, text, endsAt: now + (lastsMs.get(key) ?? 0) }));
        await writeValues(query, 'kept', values);
        return { settle };
      });
      decided.settle();
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  });

  let cancelPrune = () => {};
  function prune(): void {
    database
      .query('DELETE FROM kept WHERE ends_at <= ?', [clock.now()])
      .catch((error: unknown) => log.warn({ err: error }, 'expired values could not be removed'));
    cancelPrune = clock.after(pruneMs, prune);
  }
  prune();
  return {
    isShared: true,
    change,
    problem: () => undefined,
    async close() {
      cancelPrune();
    },
  };
}
