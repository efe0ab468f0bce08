import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import { NewerSchemaError, prepareSchema } from '../../database/postgres-schema.ts';
import type { Log } from '../state/log.ts';
import { JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';
import { type Journal, SequenceConflictError } from './journal.ts';
import { type JournalRow, journalRowSchema } from './journal-row.ts';

/** Of both the channel and the table. */
const journalTable = 'registry_journal';

/** A database that hangs is as good as down: a caller gets an error within seconds. */
export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'enfilade',
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    // The server gives up before the client does, so that what the client gave up is not done afterwards.
    statement_timeout: 4_000,
    query_timeout: 5_000,
  };
}

/** Whether the server itself refused the statement, so that it certainly changed nothing. */
function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/** What can be said of an error without repeating the address, which may hold a password. */
function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}

/** Stands in the table's comment. */
const schemaVersion = 'Enfilade registry, version 1';
const tables = `
  CREATE TABLE ${journalTable} (
    seq integer PRIMARY KEY, at text NOT NULL, actor text NOT NULL, action text NOT NULL, payload text NOT NULL, hash text NOT NULL
  );
  COMMENT ON TABLE ${journalTable} IS '${schemaVersion}';
  CREATE FUNCTION ${journalTable}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'append only'; END $$;
  CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE ON ${journalTable} FOR EACH ROW EXECUTE FUNCTION ${journalTable}_refuse();
  CREATE TRIGGER never_shrinks BEFORE TRUNCATE ON ${journalTable} EXECUTE FUNCTION ${journalTable}_refuse();
  -- A standby that became the primary may have lost the last records: a process that knows them must not leave a gap.
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
/** Releases from before `enfilade_schema` know the table by its comment. @throws JournalBrokenError when it is no journal */
async function assertJournal(client: PoolClient): Promise<void> {
  const { rows } = await client.query('SELECT obj_description(to_regclass($1)) AS version', [journalTable]);
  const [found] = z.array(z.object({ version: z.string().nullable() })).parse(rows);
  if (found?.version !== schemaVersion)
    throw new JournalBrokenError(`The table ${journalTable} of the database was written by a newer version of Enfilade, or is no journal.`);
}

const columns = 'seq, at, actor, action, payload, hash';
const insert = `INSERT INTO ${journalTable} (${columns}) SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;
const select = `SELECT ${columns} FROM ${journalTable} WHERE seq > $1 ORDER BY seq LIMIT $2`;
const readOnly = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS readonly";
const uniqueViolation = '23505';

export interface PostgresJournalOptions {
  /** `postgres://…`; the table is made when it is missing. */
  url: string;
  clock: Clock;
  log: Log;
}

/**
 * The journal in a PostgreSQL database that several gateways may share. A database that goes away later is
 * connected to again by itself.
 * @throws StoreUnavailableError when the database does not answer, JournalBrokenError when its table is not a journal
 */
export async function openPostgresJournal({ url, clock, log }: PostgresJournalOptions): Promise<Journal> {
  const pool = new Pool(connectionTo(url));
  pool.on('error', (error) => log.warn({ err: error }, "an idle connection to the registry's database broke"));
  try {
    await prepareSchema(pool, { table: journalTable, steps: [{ sql: tables }] }, assertJournal);
  } catch (error) {
    await pool.end();
    if (error instanceof NewerSchemaError) throw new JournalBrokenError(error.message, { cause: error });
    if (error instanceof JournalBrokenError) throw error;
    throw new StoreUnavailableError(
      `The registry's database cannot be used (${describeFailure(error)}): see that it runs and that DATABASE_URL is right.`,
      { cause: error },
    );
  }
  return createPostgresJournal(pool, url, clock);
}

function createPostgresJournal(pool: Pool, url: string, clock: Clock): Journal {
  const subscription = subscribeToJournal(url, clock);
  let open = true;
  async function query(sql: string, values: unknown[], explain: (cause: unknown) => StoreUnavailableError): Promise<unknown[]> {
    if (!open) throw new StoreUnavailableError('The registry is closed.');
    try {
      return (await pool.query(sql, values)).rows;
    } catch (cause) {
      throw explain(cause);
    }
  }
  return {
    async append(...rows) {
      const valuesOf = (column: keyof JournalRow) => rows.map((row) => row[column]);
      const values = (['seq', 'at', 'actor', 'action', 'payload', 'hash'] as const).map(valuesOf);
      await query(insert, values, (cause) => notAppended(rows[0]?.seq ?? 0, cause));
    },
    async read(afterSeq, limit) {
      return (await query(select, [afterSeq, limit], notRead)).map((row) => journalRowSchema.parse(row));
    },
    async assertWritable() {
      const [found] = await query(readOnly, [], notRead);
      if (z.object({ readonly: z.boolean() }).parse(found).readonly)
        throw new StoreUnavailableError("The registry's database is read-only, as a standby is; try again later.");
    },
    onAppended: (listener) => subscription.subscribe(listener),
    async close() {
      if (!open) return;
      open = false;
      await subscription.close();
      await pool.end();
    },
  };
}

function notAppended(seq: number, cause: unknown): StoreUnavailableError {
  if (isRefusal(cause) && cause.code === uniqueViolation) return new SequenceConflictError(seq, { cause });
  if (isRefusal(cause)) return new StoreUnavailableError('The registry cannot write now, nothing was changed; try again later.', { cause });
  // The answer was lost, perhaps after the record was written: reading the journal again will show it.
  return new StoreUnavailableError("The registry's database broke off: look whether the change was made before you repeat it.", { cause });
}

function notRead(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError("The registry's database does not answer, nothing was changed; try again later.", { cause });
}

/** A record whose notification was lost with its connection is seen after so long at the latest. */
const pollMs = 500;

/** Calls its listeners at every notification of the journal, and every 500 ms besides, which is also when a broken connection is opened again. */
function subscribeToJournal(url: string, clock: Clock) {
  const listeners = new Set<() => void>();
  let client: Client | undefined;
  let connected: Promise<unknown> = Promise.resolve();
  let cancel = () => {};

  function notify(): void {
    for (const listener of listeners) listener();
  }

  async function listen(to: Client): Promise<void> {
    const discard = () => {
      if (client === to) client = undefined;
    };
    to.on('error', discard).on('end', discard).on('notification', notify);
    try {
      await to.connect();
      await to.query(`LISTEN ${journalTable}`);
    } catch {
      // Reading reports that the database does not answer.
      discard();
      to.end().catch(() => {});
    }
  }

  function poll(): void {
    if (!client) {
      client = new Client(connectionTo(url));
      connected = listen(client);
    }
    notify();
    cancel = clock.after(pollMs, poll);
  }

  poll();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      cancel();
      listeners.clear();
      // A client that is ended while it connects never says that it ended.
      await connected;
      await client?.end().catch(() => {});
    },
  };
}
