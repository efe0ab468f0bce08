import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Client, type ClientConfig, DatabaseError, Pool } from 'pg';
import { z } from 'zod';
import {
  DatabaseFaultError,
  type DatabaseUse,
  prepareTables,
  type Query,
  type SiteDatabase,
  UnusableDatabaseError,
} from './site-database.ts';

/** Timeouts give the caller an error within 5 s even if the database hangs. */
function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'enfilade',
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    // The server's timeout is shorter, so that the server does not run a statement that the client gave up.
    statement_timeout: 4_000,
    query_timeout: 5_000,
    // Frees the lock of a gateway that hangs or lost its network.
    idle_in_transaction_session_timeout: 3_000,
  };
}

/** An arbitrary number. The lock runs the transactions of all gateways one after the other, as SQLite does. */
const transactionLock = 7_303_017;
const mostConnections = 8;
const readOnly = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS readonly";

export async function openPostgresDatabase(url: string, { clock, log }: DatabaseUse, { isReader = false } = {}): Promise<SiteDatabase> {
  const pool = new Pool({ ...connectionTo(url), max: mostConnections });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to the database broke'));
  const subscription = subscribeToJournal(url, clock);
  const query = queryOf(pool);
  const database: SiteDatabase = {
    engine: 'postgres',
    query,
    append: query,
    async transaction(work) {
      const client = await pool.connect().catch((cause: unknown) => {
        throw new DatabaseFaultError(true, cause);
      });
      const ask = queryOf(client);
      try {
        await ask(`BEGIN; SELECT pg_advisory_xact_lock(${transactionLock})`);
        const result = await work(ask);
        await ask('COMMIT');
        client.release();
        return result;
      } catch (error) {
        // Closes the connection instead of returning it to the pool, which rolls back the transaction.
        client.release(true);
        throw error;
      }
    },
    async assertWritable() {
      const [found] = z.array(z.object({ readonly: z.boolean() })).parse(await query(readOnly));
      if (found?.readonly)
        throw new DatabaseFaultError(true, Object.assign(new Error('The database is a standby.'), { code: 'read-only' }));
    },
    overwriteDeleted: async () => {},
    onAppended: subscription.subscribe,
    async close() {
      await subscription.close();
      if (!pool.ending) await pool.end();
    },
  };
  try {
    await prepareTables(database, { isReader });
    return database;
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseFaultError)) throw error;
    throw new UnusableDatabaseError(
      `The database of DATABASE_URL cannot be used (${error.code || 'no answer'}): check that it runs and that DATABASE_URL is right.`,
      { cause: error },
    );
  }
}

/** If no values are given, `sql` may contain several statements. */
function queryOf(client: Pick<Pool, 'query'>): Query {
  return async (sql, values) => {
    let position = 0;
    const numbered = sql.replaceAll('?', () => `$${++position}`);
    try {
      return (await (values ? client.query(numbered, [...values]) : client.query(sql))).rows;
    } catch (cause) {
      // A statement that the server refused changed nothing. A statement whose answer was lost may have succeeded.
      throw new DatabaseFaultError(cause instanceof DatabaseError && cause.severity === 'ERROR', cause);
    }
  };
}

/** The longest delay of a record whose notification was lost with its connection. */
const pollMs = 500;

/** Each poll reopens a broken connection. */
function subscribeToJournal(url: string, clock: Clock) {
  const listeners = new Set<() => void>();
  let client: Client | undefined;
  let connected: Promise<unknown> = Promise.resolve();
  let cancel: (() => void) | undefined;

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
      await to.query('LISTEN journal');
    } catch {
      // The next read reports that the database does not answer.
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

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (!cancel) poll();
      return () => void listeners.delete(listener);
    },
    async close() {
      cancel?.();
      listeners.clear();
      // `end` never resolves for a client that is still connecting.
      await connected;
      await client?.end().catch(() => {});
    },
  };
}
