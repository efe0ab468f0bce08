import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { Pool } from 'pg';
import { verifyJournal } from '../registry/journal/registry-store.ts';
import { chainOf, exampleRecords, openJournal } from '../registry/testing/journal-homes.ts';
import { openPostgres } from '../registry/testing/postgres-server.ts';
import { silentLog } from '../registry/testing/temporary-registry.ts';
import { openSiteDatabase } from './open-database.ts';
import type { SiteDatabase } from './site-database.ts';
import { ofFile } from './testing/of-each-test.ts';
import { openTestDatabase } from './testing/test-database.ts';

const server = ofFile(openPostgres);
let url: string;
let pool: Pool;
beforeEach(async () => {
  url = await server.createDatabase();
  pool = new Pool({ connectionString: url });
  // `pool.end` does not wait for closed connections, so the server's end may break a connection.
  pool.on('error', () => undefined);
});
afterEach(() => pool.end());

const place = () => ({ dataDir: '', databaseUrl: url });
const openDatabase = () => openSiteDatabase(place(), silentLog);
const rows = chainOf(exampleRecords(4));

describe.each<[string, () => Promise<{ database: SiteDatabase; end(): Promise<void> }>]>([
  ['SQLite', openTestDatabase],
  [
    'PostgreSQL',
    async () => {
      const database = await openDatabase();
      return { database, end: database.close };
    },
  ],
])('a database in %s', (_, open) => {
  let database: SiteDatabase;
  let end: () => Promise<void>;
  beforeEach(async () => {
    ({ database, end } = await open());
  });
  afterEach(() => end());

  it('a transaction runs all statements or none, and transactions run one after the other', async () => {
    await database.query('CREATE TABLE counts (name text PRIMARY KEY, number integer NOT NULL)');
    await database.query("INSERT INTO counts (name, number) VALUES ('a', 0)");
    const add = (isFailing: boolean) =>
      database.transaction(async (query) => {
        const [found] = await query("SELECT number FROM counts WHERE name = 'a'");
        await query('UPDATE counts SET number = ?', [Number(Object(found).number) + 1]);
        if (isFailing) throw new RangeError('no');
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => add(at % 4 === 0)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    expect((await database.query('SELECT number FROM counts')).map((row) => Number(Object(row).number))).toEqual([15]);
  });
});

it('several gateways that start at the same time create the tables once', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, openDatabase));
  expect(await opened[0]?.query('SELECT version, least FROM enfilade_schema')).toEqual([{ version: 1, least: 1 }]);
  for (const database of opened) await database.close();
});

it('a PostgreSQL standby can be read and refuses writes', async () => {
  const made = await openJournal(place());
  for (const row of rows) await made.append(row);
  await made.close();
  await pool.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
  const journal = await openJournal(place());
  expect(await verifyJournal(journal)).toMatchObject({ state: { seq: 4 } });
  await expect(journal.assertWritable()).rejects.toThrow(/cannot write now/);
  await journal.close();
});

it('this release writes to the tables of a later release as long as that release only adds to the tables', async () => {
  const journal = await openJournal(place());
  for (const row of rows.slice(0, 2)) await journal.append(row);
  // Changes that the next release may make while this release runs.
  await pool.query("ALTER TABLE journal ADD COLUMN region text NOT NULL DEFAULT ''; CREATE INDEX later ON journal (action)");
  await pool.query('UPDATE enfilade_schema SET version = 2');
  for (const row of rows.slice(2)) await journal.append(row);
  await journal.close();
  const again = await openJournal(place());
  expect(await again.read(0, 10)).toEqual(rows);
  await again.close();
  await pool.query('UPDATE enfilade_schema SET least = 2');
  await expect(openJournal(place())).rejects.toThrow(
    'The database needs a newer version of Enfilade (its schema is version 2, this version supports up to 1): start that version.',
  );
});

it('while a gateway hangs in a transaction, other gateways read, and write once the hanging connection has ended', async () => {
  const database = await openDatabase();
  const hanging = await pool.connect();
  hanging.on('error', () => {});
  await hanging.query('SET idle_in_transaction_session_timeout = 300');
  await hanging.query('BEGIN; SELECT pg_advisory_xact_lock(7303017)');
  expect(await database.query('SELECT key FROM kept')).toEqual([]);
  await database.transaction((query) => query("INSERT INTO kept (key, value, ends_at) VALUES ('a', '1', 1)"));
  expect(await database.query('SELECT key FROM kept')).toEqual([{ key: 'a' }]);
  hanging.release(true);
  await database.close();
});
