import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Pool } from 'pg';
import type { Log } from '../state/log.ts';
import { JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';
import { connectionTo, describeFailure, isRefusal, journalTable } from './connection.ts';
import { type Journal, SeqTakenError } from './journal.ts';
import { journalRowSchema } from './journal-row.ts';
import { createPostgresNews } from './postgres-news.ts';
import { preparePostgresSchema } from './postgres-schema.ts';

const columns = 'seq, at, actor, action, payload, hash';
const insert = `INSERT INTO ${journalTable} (${columns}) VALUES ($1, $2, $3, $4, $5, $6)`;
const select = `SELECT ${columns} FROM ${journalTable} WHERE seq > $1 ORDER BY seq LIMIT $2`;
const uniqueViolation = '23505';

export interface PostgresHome {
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
export async function openPostgresJournal({ url, clock, log }: PostgresHome): Promise<Journal> {
  const pool = new Pool(connectionTo(url));
  pool.on('error', (error) => log.warn({ err: error }, "an idle connection to the registry's database broke"));
  try {
    await preparePostgresSchema(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof JournalBrokenError) throw error;
    throw new StoreUnavailableError(
      `The registry's database cannot be used (${describeFailure(error)}): see that it runs and that DATABASE_URL is right.`,
      { cause: error },
    );
  }
  return createPostgresJournal(pool, url, clock);
}

function createPostgresJournal(pool: Pool, url: string, clock: Clock): Journal {
  const news = createPostgresNews(url, clock);
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
    async append({ seq, at, actor, action, payload, hash }) {
      await query(insert, [seq, at, actor, action, payload, hash], (cause) => notAppended(seq, cause));
    },
    async read(afterSeq, limit) {
      return (await query(select, [afterSeq, limit], notRead)).map((row) => journalRowSchema.parse(row));
    },
    onNews: (listener) => news.subscribe(listener),
    async close() {
      if (!open) return;
      open = false;
      await news.close();
      await pool.end();
    },
  };
}

function notAppended(seq: number, cause: unknown): StoreUnavailableError {
  if (isRefusal(cause) && cause.code === uniqueViolation) return new SeqTakenError(seq, { cause });
  if (isRefusal(cause)) return new StoreUnavailableError('The registry cannot write now, nothing was changed; try again later.', { cause });
  // The answer was lost, perhaps after the record was written: only the journal can tell, when it is read on.
  return new StoreUnavailableError("The registry's database broke off: look whether the change was made before you repeat it.", { cause });
}

function notRead(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError("The registry's database does not answer, nothing was changed; try again later.", { cause });
}
