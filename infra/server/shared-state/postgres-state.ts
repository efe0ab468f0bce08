import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import { prepareSchema } from '../database/postgres-schema.ts';
import { connectionTo } from '../registry/journal/postgres-journal.ts';
import type { Log } from '../registry/state/log.ts';
import { createQueue, decideAll, keysOf, type Pending, type Texts } from './batch.ts';
import type { SharedState } from './shared-state.ts';
import { type StateRow, stateRowSchema } from './sqlite-store.ts';

/** Any number: changes are made one after the other. */
const changesLock = 7_303_017;
// Values are written over and over: room in each page keeps that from growing the table.
const table = `CREATE TABLE IF NOT EXISTS kept_state (key text PRIMARY KEY, value text NOT NULL, ends_at bigint NOT NULL)
  WITH (fillfactor = 70)`;
const select = 'SELECT key, value FROM kept_state WHERE key = ANY($1) AND ends_at > $2';
const upsert = `INSERT INTO kept_state SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at`;
const selectAll = 'SELECT key, value, ends_at FROM kept_state WHERE ends_at > $1';
// A value's end moves with each of its changes: of two the later one is kept.
const merge = `${upsert} WHERE excluded.ends_at > kept_state.ends_at`;
const remove = 'DELETE FROM kept_state WHERE key = ANY($1)';
const removeOver = 'DELETE FROM kept_state WHERE ends_at <= $1';
const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const pruneMs = 60 * 60_000;
/** Of a gateway that hangs with the lock, or whose network is gone. */
const mostIdleMs = 3_000;

export interface PostgresStateOptions {
  /** `postgres://…`; the table is made when it is missing. */
  url: string;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

async function openTable(url: string, log: Pick<Log, 'warn'>): Promise<Pool> {
  const pool = new Pool({ ...connectionTo(url), max: 2, idle_in_transaction_session_timeout: mostIdleMs });
  pool.on('error', (error) => log.warn({ err: error }, "an idle connection to the kept state's database broke"));
  try {
    await prepareSchema(pool, { table: 'kept_state', steps: [{ sql: table }] });
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** All that is in the table, once what is given is in it too; where both have a key, what was changed later. */
export async function mergeKept({ url, clock, log }: PostgresStateOptions, rows: readonly StateRow[] = []): Promise<StateRow[]> {
  const pool = await openTable(url, log);
  try {
    const columns = [rows.map(({ key }) => key), rows.map(({ value }) => value), rows.map((row) => row.ends_at)];
    if (rows.length > 0) await pool.query(merge, columns);
    return z.array(stateRowSchema).parse((await pool.query(selectAll, [clock.now()])).rows);
  } finally {
    await pool.end();
  }
}

/** Keys of what is in the table and can be read no more. */
export async function findDamagedKept({ url, clock, log }: PostgresStateOptions): Promise<string[]> {
  const pool = await openTable(url, log);
  try {
    const rows = z.array(z.looseObject({ key: z.string() })).parse((await pool.query(selectAll, [clock.now()])).rows);
    return rows.filter((row) => !stateRowSchema.safeParse(row).success).map(({ key }) => key);
  } finally {
    await pool.end();
  }
}

/**
 * A state in a PostgreSQL database: nothing of it is forgotten, and nothing is decided while the database does not answer,
 * changes then reject. One gateway changes at a time, with all that it has to change; who only looks waits for nobody.
 */
export async function openPostgresState({ url, clock, log }: PostgresStateOptions): Promise<SharedState> {
  const pool = await openTable(url, log);

  async function find(client: Pool | PoolClient, keys: readonly string[]): Promise<Texts> {
    const { rows } = await client.query(select, [keys, clock.now()]);
    return new Map(rowsSchema.parse(rows).map(({ key, value }) => [key, value]));
  }
  async function write(client: PoolClient, { next, lastsMs }: Pick<ReturnType<typeof decideAll>, 'next' | 'lastsMs'>): Promise<void> {
    const now = clock.now();
    const set = [...next].filter(([, text]) => text !== '');
    const gone = [...next].filter(([, text]) => text === '').map(([key]) => key);
    const endsAt = set.map(([key]) => now + (lastsMs.get(key) ?? 0));
    if (set.length > 0) await client.query(upsert, [set.map(([key]) => key), set.map(([, text]) => text), endsAt]);
    if (gone.length > 0) await client.query(remove, [gone]);
  }
  async function commit(all: readonly Pending[]): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${changesLock})`);
      const decided = decideAll(all, await find(client, keysOf(all)));
      await write(client, decided);
      await client.query('COMMIT');
      client.release();
      decided.settle();
    } catch (error) {
      // Not back into the pool: closing it undoes what was begun.
      client.release(true);
      throw error;
    }
  }
  const change = createQueue(async (all) => {
    try {
      // Most that is asked for changes nothing.
      const seen = decideAll(all, await find(pool, keysOf(all)));
      if (seen.next.size === 0) seen.settle();
      else await commit(all);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  });

  let cancelPrune = () => {};
  function prune(): void {
    pool.query(removeOver, [clock.now()]).catch((error: unknown) => log.warn({ err: error }, 'what is over could not be removed'));
    cancelPrune = clock.after(pruneMs, prune);
  }
  prune();
  return {
    isShared: true,
    change,
    problem: () => undefined,
    async close() {
      cancelPrune();
      await pool.end();
    },
  };
}
