import { createHash } from 'node:crypto';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { canonicalJson } from '@enfilade/shared-contracts/releases/signed-set';
import { z } from 'zod';
import {
  columnsOf,
  DatabaseFaultError,
  places,
  rowSchemaOf,
  type SiteDatabase,
  selectFrom,
  UnusableDatabaseError,
} from '../../database/site-database.ts';
import type { Metrics } from '../../http/metrics.ts';
import { traced } from '../../http/tracing.ts';
import type { JournalRecord } from '../actions/actions.ts';
import { diskFaultOf, JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';

/** The payload is canonical JSON, and the hash covers the hash of the row before. */
const rowsSchema = z.array(rowSchemaOf('journal'));
export type JournalRow = z.infer<typeof rowsSchema>[number];

/** Takes the place of the previous hash for the first row. */
export const chainStart = 'the journal of an Enfilade registry begins';

/**
 * SHA-256 in hexadecimal of the previous row's hash, a line feed, and the canonical JSON of the record:
 * `{"action":…,"actor":…,"at":…,"payload":{…},"seq":…}`. Readers of the audit log can verify the hash.
 */
export function rowHash(previous: string, { seq, at, actor, action, payload }: Omit<JournalRow, 'hash'>): string {
  const [quotedAction, quotedActor, quotedAt] = [action, actor, at].map((text) => JSON.stringify(text));
  const record = `{"action":${quotedAction},"actor":${quotedActor},"at":${quotedAt},"payload":${payload},"seq":${seq}}`;
  return createHash('sha256').update(`${previous}\n${record}`).digest('hex');
}

export function rowOf({ seq, at, actor, action, payload }: JournalRecord, previousHash: string): JournalRow {
  const columns = { seq, at, actor, action, payload: canonicalJson(payload) };
  return { ...columns, hash: rowHash(previousHash, columns) };
}

/** A newer release may have written a kind that this release does not have. @throws JournalBrokenError if the payload is not JSON */
export function recordOf({ seq, at, actor, action, payload }: Omit<JournalRow, 'hash'>): JournalRecord {
  const record: unknown = parseJson(payload);
  if (typeof record === 'object') return { seq, at, actor, action, payload: record } as JournalRecord;
  throw new JournalBrokenError(`Record ${seq} of the journal is not valid: its payload is not JSON.`);
}

/** The caller must read the new records and decide again. */
export class SequenceConflictError extends StoreUnavailableError {
  constructor(seq: number, options?: ErrorOptions) {
    super(`The registry was changed at the same time (record ${seq}), and this request changed nothing; try again.`, options);
  }
}

export interface JournalWatch {
  metrics?: Pick<Metrics, 'observe'> | undefined;
}

const columns = columnsOf('journal') as (keyof JournalRow)[];
const insert = `INSERT INTO journal (${columns.join(', ')}) VALUES (${places(columns.length)}) ON CONFLICT (seq) DO NOTHING RETURNING seq`;
const select = `${selectFrom('journal')} WHERE seq > ? ORDER BY seq LIMIT ?`;

export type Journal = ReturnType<typeof createJournal>;

/** No other part of the registry uses the database. */
export function createJournal(database: SiteDatabase, { metrics }: JournalWatch = {}) {
  let isOpen = true;
  async function use<Result>(
    operation: 'read' | 'append',
    explain: (cause: unknown) => Error,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!isOpen) throw new StoreUnavailableError('The registry is closed.');
    const begunAt = performance.now();
    const end = (outcome: 'ok' | 'failed') =>
      metrics?.observe('enfilade_journal_seconds', { operation, outcome }, (performance.now() - begunAt) / 1_000);
    try {
      const result = await traced(`journal ${operation}`, {}, work);
      end('ok');
      return result;
    } catch (cause) {
      end('failed');
      throw cause instanceof UnusableDatabaseError ? new JournalBrokenError(cause.message, { cause }) : explain(cause);
    }
  }
  return {
    /** Resolves once the row is on the disk. @throws SequenceConflictError if another process used the number; StoreUnavailableError */
    async append(row: JournalRow): Promise<void> {
      const values = columns.map((column) => row[column]);
      const added = await use('append', notWritten, () => database.append(insert, values));
      // A conflict is not a failure of the journal, so the error is thrown outside of `use`.
      if (added.length === 0) throw new SequenceConflictError(row.seq);
    },
    /** Unverified rows with numbers above `afterSeq`, in order. @throws StoreUnavailableError, JournalBrokenError */
    async read(afterSeq: number, limit: number): Promise<JournalRow[]> {
      return rowsSchema.parse(await use('read', notRead, () => database.query(select, [afterSeq, limit])));
    },
    /** Changes nothing. @throws StoreUnavailableError */
    async assertWritable(): Promise<void> {
      if (!isOpen) throw new StoreUnavailableError('The registry is closed.');
      await database.assertWritable().catch((cause: unknown) => {
        // The check changes nothing, so a lost answer leaves no doubt about a change.
        throw cause instanceof DatabaseFaultError && !cause.isUndone ? notRead(cause) : notWritten(cause);
      });
    },
    /** Whether other processes may append. One process locks a SQLite file. */
    isShared: database.engine === 'postgres',
    /** Refuses later reads and appends. The database stays open. */
    async close(): Promise<void> {
      isOpen = false;
    },
  };
}

function notWritten(cause: unknown): StoreUnavailableError {
  const fault = diskFaultOf(cause);
  if (!(cause instanceof DatabaseFaultError) || cause.isUndone)
    return new StoreUnavailableError(`The registry cannot write now${fault}, nothing was changed; try again later.`, { cause });
  // The answer was lost, perhaps after the record was written. The next read shows whether the record exists.
  return new StoreUnavailableError(
    "The connection to the registry's database broke: check whether the change was made before you repeat the request.",
    { cause },
  );
}

function notRead(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError("The registry's database does not answer, nothing was changed; try again later.", { cause });
}
