import { type ClientConfig, DatabaseError, Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../http/create-log.ts';
import { DatabaseFaultError, prepareTables, type Query, type SiteDatabase, UnusableDatabaseError } from './site-database.ts';

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

export async function openPostgresDatabase(url: string, log: Pick<Log, 'warn'>, { isReader = false } = {}): Promise<SiteDatabase> {
  const pool = new Pool({ ...connectionTo(url), max: mostConnections });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to the database broke'));
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
    async close() {
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
