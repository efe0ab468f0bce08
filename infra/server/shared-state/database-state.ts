import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { z } from 'zod';
import { places, type SiteDatabase, type SqlValue } from '../database/site-database.ts';
import type { Log } from '../http/create-log.ts';
import { callEvery } from '../http/kit.ts';
import { changeAll, createQueue, type Decided, keysOf, type SharedState, type Texts, unavailable } from './shared-state.ts';

interface DatabaseStateOptions {
  database: Pick<SiteDatabase, 'query' | 'transaction'>;
  /**
   * `state`: the shared state of a site of one process. `kept`: what neither a restart nor other visitors may remove, such as operators'
   * sessions and counts of releases.
   */
  table: 'kept' | 'state';
  /** With more rows, changes that add a row are refused as `busy`. */
  mostRows?: number;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const countSchema = z.tuple([z.object({ rows: z.coerce.number() })]);
const pruneMs = 60 * 60_000;
/** While the table is full, expired rows are removed this often. */
const recountMs = 1_000;
/** A row of a visit has about 300 bytes. */
const mostStateRows = 500_000;
const tuplesOf = (rows: readonly (readonly SqlValue[])[]) => rows.map((row) => `(${places(row.length)})`).join(', ');

/** While the database does not answer, changes reject. One gateway at a time writes all its waiting changes. Reads need no lock. */
export function createDatabaseState(options: DatabaseStateOptions): SharedState {
  const { database, table, clock, log } = options;
  const { mostRows = table === 'state' ? mostStateRows : Number.POSITIVE_INFINITY } = options;
  /** Counted when expired rows are removed, and raised by each added row. */
  let rows = 0;
  let countedAt = 0;

  async function find(keys: readonly string[]): Promise<Texts> {
    const select = `SELECT key, value FROM ${table} WHERE key IN (${places(keys.length)}) AND ends_at > ?`;
    const found = rowsSchema.parse(await database.query(select, [...keys, clock.now()]));
    return new Map([...keys.map((key) => [key, ''] as const), ...found.map(({ key, value }) => [key, value] as const)]);
  }
  async function write(expected: Texts, { next, lastsMs }: Decided): Promise<Texts | undefined> {
    if (next.size === 0) return undefined;
    const added = [...next].filter(([key, text]) => text !== '' && expected.get(key) === '').length;
    if (rows + added > mostRows) await makeRoom(added);
    const now = clock.now();
    const set = [...next].map(([key, text]) => [key, text, now + (lastsMs.get(key) ?? 0)]);
    // An empty text removes the value.
    const gone = [...next].flatMap(([key, text]) => (text === '' ? [key] : []));
    const compareAndSet = `INSERT INTO ${table} (key, value, ends_at)
      SELECT column1, column2, CAST(column3 AS bigint) FROM (VALUES ${tuplesOf(set)}) AS changed WHERE NOT EXISTS (
        SELECT 1 FROM (VALUES ${tuplesOf([...expected])}) AS expected
        LEFT JOIN ${table} AS stored ON stored.key = expected.column1 AND stored.ends_at > ?
        WHERE coalesce(stored.value, '') <> expected.column2
      ) ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at RETURNING key`;
    const written = await database.transaction(async (query) => {
      const changed = await query(compareAndSet, [...set.flat(), ...[...expected].flat(), now]);
      if (changed.length > 0 && gone.length > 0) await query(`DELETE FROM ${table} WHERE key IN (${places(gone.length)})`, gone);
      return changed.length > 0;
    });
    if (!written) return find([...expected.keys()]);
    rows += added;
    return undefined;
  }
  const change = createQueue(async (all) => changeAll(all, await find(keysOf(all)), write));

  async function makeRoom(added: number): Promise<void> {
    if (clock.now() - countedAt > recountMs) await removeExpired();
    if (rows + added > mostRows) throw unavailable('the shared state is full');
  }
  async function removeExpired(): Promise<void> {
    countedAt = clock.now();
    await database.query(`DELETE FROM ${table} WHERE ends_at <= ?`, [countedAt]);
    [{ rows }] = countSchema.parse(await database.query(`SELECT count(*) AS rows FROM ${table}`));
  }
  const prune = () => void removeExpired().catch((error: unknown) => log.warn({ err: error }, 'expired values could not be removed'));
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
