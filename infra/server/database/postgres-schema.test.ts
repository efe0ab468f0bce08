import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@rstest/core';
import { Pool } from 'pg';
import { openPostgresQuestions } from '../questions/question-database.ts';
import { openPostgresJournal } from '../registry/journal/postgres-journal.ts';
import { verifyJournal } from '../registry/journal/registry-store.ts';
import { chainOf, exampleRecords } from '../registry/testing/journal-homes.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { silentLog } from '../registry/testing/temporary-registry.ts';
import { NewerSchemaError, prepareSchema } from './postgres-schema.ts';

let server: PostgresServer;
let url: string;
let pool: Pool;
beforeAll(async () => {
  server = await openPostgres();
});
beforeEach(async () => {
  url = await server.createDatabase();
  pool = new Pool({ connectionString: url });
  // Its end does not wait until its connections are closed: the server's end may cut one off.
  pool.on('error', () => undefined);
});
afterEach(() => pool.end());
afterAll(() => server.end());

const open = () => openPostgresJournal({ url, clock: systemClock, log: silentLog });
const rows = chainOf(exampleRecords(4));
const first = { sql: 'CREATE TABLE things (name text PRIMARY KEY)' };
const added = { sql: "ALTER TABLE things ADD COLUMN colour text NOT NULL DEFAULT 'red'" };
const dropped = { sql: 'ALTER TABLE things DROP COLUMN name', least: 2 };
const versionOf = async (table: string) => (await pool.query('SELECT version, least FROM enfilade_schema WHERE part = $1', [table])).rows;

it('is made once by gateways that start at once, and taken further step by step', async () => {
  await Promise.all(Array.from({ length: 5 }, () => prepareSchema(pool, { table: 'things', steps: [first] })));
  expect(await versionOf('things')).toEqual([{ version: 1, least: 1 }]);
  await Promise.all(Array.from({ length: 5 }, () => prepareSchema(pool, { table: 'things', steps: [first, added] })));
  expect(await versionOf('things')).toEqual([{ version: 2, least: 1 }]);
});

it('is used by the release before while it is only added to, and refused by it in a sentence once something is gone', async () => {
  const before = { table: 'things', steps: [first] };
  await prepareSchema(pool, before);
  await prepareSchema(pool, { table: 'things', steps: [first, added] });
  await prepareSchema(pool, before);
  await pool.query("INSERT INTO things VALUES ('of the release before')");
  await prepareSchema(pool, { table: 'things', steps: [first, added, dropped] });
  await prepareSchema(pool, { table: 'things', steps: [first, added] });
  const refused = prepareSchema(pool, before);
  await expect(refused).rejects.toThrow(NewerSchemaError);
  await expect(refused).rejects.toThrow(
    'The table things of the database needs a newer version of Enfilade (its schema is version 3, this one knows 1): start that version.',
  );
});

it('is as it was when a step fails', async () => {
  await expect(prepareSchema(pool, { table: 'things', steps: [first, { sql: 'CREATE NONSENSE' }] })).rejects.toThrow(/syntax/);
  expect((await pool.query("SELECT to_regclass('things') AS found")).rows).toEqual([{ found: null }]);
});

it('of a database from before there were versions is the first, and a standby of it can be read', async () => {
  const made = await open();
  await made.append(...rows);
  await made.close();
  await pool.query('DROP TABLE enfilade_schema');
  await pool.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
  const journal = await open();
  expect(await verifyJournal(journal)).toMatchObject({ state: { seq: 4 } });
  await journal.close();
});

it('of a later release leaves the statements of this one alone as long as it only adds', async () => {
  const journal = await open();
  const questions = await openPostgresQuestions(url, silentLog);
  await journal.append(...rows.slice(0, 2));
  // What the next release may do while this one runs.
  await pool.query(
    "ALTER TABLE registry_journal ADD COLUMN region text NOT NULL DEFAULT ''; CREATE INDEX later ON registry_journal (action)",
  );
  await pool.query('ALTER TABLE visitor_questions ADD COLUMN later text');
  await pool.query("UPDATE enfilade_schema SET version = 2 WHERE part IN ('registry_journal', 'visitor_questions')");
  await journal.append(...rows.slice(2));
  await questions.query(
    "INSERT INTO visitor_questions (museum, question, visit, reason, language, exhibition, document, day) VALUES ('m', 'q', 'v', 'no-passage', 'de', 'e', '', '2026-01-01')",
  );
  await questions.close();
  await journal.close();
  const again = await open();
  expect(await again.read(0, 10)).toEqual(rows);
  await again.close();
  await pool.query("UPDATE enfilade_schema SET least = 2 WHERE part = 'registry_journal'");
  await expect(open()).rejects.toThrow(/registry_journal of the database needs a newer version of Enfilade/);
});
