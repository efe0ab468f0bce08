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

/** A database that hangs is as good as down: a caller gets an error within seconds. */
function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'enfilade',
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    // The server gives up before the client does, so that what the client gave up is not done afterwards.
    statement_timeout: 4_000,
    query_timeout: 5_000,
    // For a gateway that hangs with the lock, or lost its network.
    idle_in_transaction_session_timeout: 3_000,
  };
}

/** Any number: transactions of all gateways come one after the other, as SQLite's do. */
export const transactionLock = 7_303_017;
const mostConnections = 8;
const readOnly = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS readonly";

/** The database on a PostgreSQL server, which several gateways may share. */
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
        // Not returned to the pool: closing the connection rolls back the transaction.
        client.release(true);
        throw error;
      }
    },
    async assertWritable() {
      const [found] = z.array(z.object({ readonly: z.boolean() })).parse(await query(readOnly));
      if (found?.readonly) throw new DatabaseFaultError(true, Object.assign(new Error('It is a standby.'), { code: 'read-only' }));
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

/** Statements without values may be several. */
function queryOf(client: Pick<Pool, 'query'>): Query {
  return async (sql, values) => {
    let position = 0;
    const numbered = sql.replaceAll('?', () => `$${++position}`);
    try {
      return (await (values ? client.query(numbered, [...values]) : client.query(sql))).rows;
    } catch (cause) {
      // What the server itself refused it has not done. An answer that was lost may have been its consent.
      throw new DatabaseFaultError(cause instanceof DatabaseError && cause.severity === 'ERROR', cause);
    }
  };
}

/** A record whose notification was lost with its connection is seen after so long at the latest. */
const pollMs = 500;

/** Calls its listeners at every notification of the journal, and every 500 ms, which is also when a broken connection is opened again. */
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

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (!cancel) poll();
      return () => void listeners.delete(listener);
    },
    async close() {
      cancel?.();
      listeners.clear();
      // A client that is ended while it connects never says that it ended.
      await connected;
      await client?.end().catch(() => {});
    },
  };
}
