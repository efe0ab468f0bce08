import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { z } from 'zod';
import { places, type Query, type SiteDatabase, type SqlValue } from '../database/site-database.ts';
import type { Log } from '../http/create-log.ts';
import { callEvery } from '../http/kit.ts';
import { createQueue, decideAll, keysOf, type SharedState, type Texts } from './shared-state.ts';

interface DatabaseStateOptions {
  database: Pick<SiteDatabase, 'query' | 'transaction'>;
  /**
   * `state`: the shared state of a site of one process. `kept`: what neither a restart nor other visitors may remove, such as operators'
   * sessions and counts of releases.
   */
  table: 'kept' | 'state';
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const pruneMs = 60 * 60_000;

/** While the database does not answer, changes reject. One gateway at a time writes all its waiting changes. Reads need no lock. */
export function createDatabaseState({ database, table, clock, log }: DatabaseStateOptions): SharedState {
  async function find(query: Query, keys: readonly string[]): Promise<Texts> {
    const select = `SELECT key, value FROM ${table} WHERE key IN (${places(keys.length)}) AND ends_at > ?`;
    const rows = rowsSchema.parse(await query(select, [...keys, clock.now()]));
    return new Map(rows.map(({ key, value }) => [key, value]));
  }
  /** An empty text removes the value. */
  async function write(query: Query, next: Texts, lastsMs: ReadonlyMap<string, number>): Promise<void> {
    const now = clock.now();
    const set = [...next].filter(([, text]) => text !== '');
    const gone = [...next].flatMap(([key, text]) => (text === '' ? [key] : []));
    const tuples = set.map(() => `(${places(3)})`).join(', ');
    const upsert = `INSERT INTO ${table} (key, value, ends_at) VALUES ${tuples} ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at`;
    const rows = set.flatMap(([key, text]): SqlValue[] => [key, text, now + (lastsMs.get(key) ?? 0)]);
    if (set.length > 0) await query(upsert, rows);
    if (gone.length > 0) await query(`DELETE FROM ${table} WHERE key IN (${places(gone.length)})`, gone);
  }
  const change = createQueue(async (all) => {
    const keys = keysOf(all);
    // Decides without a transaction first, because most requests change nothing.
    const seen = decideAll(all, await find(database.query, keys));
    if (seen.next.size === 0) return seen.settle();
    const decided = await database.transaction(async (query) => {
      const { next, lastsMs, settle } = decideAll(all, await find(query, keys));
      await write(query, next, lastsMs);
      return { settle };
    });
    decided.settle();
  });

  function prune(): void {
    database
      .query(`DELETE FROM ${table} WHERE ends_at <= ?`, [clock.now()])
      .catch((error: unknown) => log.warn({ err: error }, 'expired values could not be removed'));
  }
  prune();
  const endPruning = callEvery(clock, pruneMs, prune);
  return {
    isShared: false,
    change,
    problem: () => undefined,
    async close() {
      endPruning();
    },
  };
}
