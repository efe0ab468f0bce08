import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { z } from 'zod';
import type { Query, SiteDatabase, SqlValue } from '../database/site-database.ts';
import { places } from '../database/tables.ts';
import { createQueue, decideAll, keysOf, type SharedState, type Texts } from './shared-state.ts';

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const pruneMs = 60 * 60_000;

export interface KeptStateOptions {
  database: Pick<SiteDatabase, 'query' | 'transaction'>;
  clock: Clock;
  log: { warn(facts: object, message: string): void };
}

/** Values that are set, or removed if their text is empty. */
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
 * What no restart may lose and no visitor can push out: operators' sessions and logins, how releases fare. Every value is a
 * row of the site's database. While the database does not answer, changes reject. One gateway changes values at a time, with
 * all that it has to change; who only reads waits for nobody.
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
      // Most that is asked for changes nothing.
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
      .catch((error: unknown) => log.warn({ err: error }, 'values that have run out could not be removed'));
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
