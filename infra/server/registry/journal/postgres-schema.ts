import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { JournalBrokenError } from '../state/registry-error.ts';
import { journalTable } from './connection.ts';

/** Stands in the table's comment. */
const schemaVersion = 'Enfilade registry, version 1';
/** Any number: two gateways that start at once make the table one after the other. */
const schemaLock = 7_303_014;
const tables = `
  CREATE TABLE ${journalTable} (
    seq integer PRIMARY KEY, at text NOT NULL, actor text NOT NULL, action text NOT NULL, payload text NOT NULL, hash text NOT NULL
  );
  COMMENT ON TABLE ${journalTable} IS '${schemaVersion}';
  CREATE FUNCTION ${journalTable}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'append only'; END $$;
  CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE ON ${journalTable} FOR EACH ROW EXECUTE FUNCTION ${journalTable}_refuse();
  CREATE TRIGGER never_shrinks BEFORE TRUNCATE ON ${journalTable} EXECUTE FUNCTION ${journalTable}_refuse();
  -- A standby that took over may have lost the last records: a process that knows them must not leave a gap.
  CREATE FUNCTION ${journalTable}_continue() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.seq <> 1 AND NOT EXISTS (SELECT FROM ${journalTable} WHERE seq = NEW.seq - 1) THEN
        RAISE EXCEPTION 'record % is missing', NEW.seq - 1;
      END IF;
      PERFORM pg_notify('${journalTable}', '');
      RETURN NULL;
    END $$;
  CREATE TRIGGER continues AFTER INSERT ON ${journalTable} FOR EACH ROW EXECUTE FUNCTION ${journalTable}_continue();
`;
const foundSchema = z.tuple([z.object({ exists: z.boolean(), version: z.string().nullable() })]);

/** Makes the journal's table where there is none. @throws JournalBrokenError when it is of another version; the database's own errors */
export async function preparePostgresSchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await prepare(client);
    client.release();
  } catch (error) {
    // Not back into the pool: closing it takes back what was begun.
    client.release(true);
    throw error;
  }
}

async function prepare(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [schemaLock]);
  const { rows } = await client.query(
    'SELECT oid IS NOT NULL AS exists, obj_description(oid) AS version FROM (SELECT to_regclass($1) AS oid) AS found',
    [journalTable],
  );
  const [{ exists, version }] = foundSchema.parse(rows);
  if (!exists) await client.query(tables);
  else if (version !== schemaVersion)
    throw new JournalBrokenError(`The table ${journalTable} of the database was written by a newer version of Enfilade, or is no journal.`);
  await client.query('COMMIT');
}
