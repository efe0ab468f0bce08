import { z } from 'zod';
import {
  columnsOf,
  DatabaseFaultError,
  places,
  type SiteDatabase,
  selectFrom,
  UnusableDatabaseError,
} from '../../database/site-database.ts';
import type { Metrics } from '../../http/metrics.ts';
import { traced } from '../../http/tracing.ts';
import { diskFaultOf, JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';
import { type JournalRow, journalRowSchema } from './journal-row.ts';

/** Where the records are stored. Nothing else of the registry speaks to a database. */
export interface Journal {
  /**
   * Resolves once the row is on the disk.
   * @throws SequenceConflictError when another process was first with that number; StoreUnavailableError when the row
   * could not be written, such as when the disk is full.
   */
  append(row: JournalRow): Promise<void>;
  /** Rows with a greater number than `afterSeq`, in their order, unchecked. @throws StoreUnavailableError, JournalBrokenError */
  read(afterSeq: number, limit: number): Promise<JournalRow[]>;
  /** Tries, without changing anything, whether a row could be written. @throws StoreUnavailableError */
  assertWritable(): Promise<void>;
  /** Called whenever another process may have appended. @returns ends the subscription */
  onAppended(listener: () => void): () => void;
  /** From here on nothing is written or read. The database stays open. */
  close(): Promise<void>;
}

/** Another process appended a record of the same number first: read on, and decide again. */
export class SequenceConflictError extends StoreUnavailableError {
  constructor(seq: number, options?: ErrorOptions) {
    super(`The registry was changed at the same time (record ${seq}), nothing was changed by this; try again.`, options);
  }
}

/** Who watches how a journal is used. */
export interface JournalWatch {
  metrics?: Pick<Metrics, 'observe'> | undefined;
}

const columns = columnsOf('journal') as (keyof JournalRow)[];
const insert = `INSERT INTO journal (${columns.join(', ')}) VALUES (${places(columns.length)}) ON CONFLICT (seq) DO NOTHING RETURNING seq`;
const select = `${selectFrom('journal')} WHERE seq > ? ORDER BY seq LIMIT ?`;
const rowsSchema = z.array(journalRowSchema);

/** The journal of a site's database, each use counted, and traced within a request. */
export function createJournal(database: SiteDatabase, { metrics }: JournalWatch = {}): Journal {
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
    async append(row) {
      const values = columns.map((column) => row[column]);
      const added = await use('append', notWritten, () => database.append(insert, values));
      // Another process was first: the journal works.
      if (added.length === 0) throw new SequenceConflictError(row.seq);
    },
    async read(afterSeq, limit) {
      return rowsSchema.parse(await use('read', notRead, () => database.query(select, [afterSeq, limit])));
    },
    async assertWritable() {
      if (!isOpen) throw new StoreUnavailableError('The registry is closed.');
      await database.assertWritable().catch((cause: unknown) => {
        // Asking changes nothing: an answer that was lost is no doubt about a change.
        throw cause instanceof DatabaseFaultError && !cause.isUndone ? notRead(cause) : notWritten(cause);
      });
    },
    onAppended: database.onAppended,
    async close() {
      isOpen = false;
    },
  };
}

function notWritten(cause: unknown): StoreUnavailableError {
  const fault = diskFaultOf(cause);
  if (!(cause instanceof DatabaseFaultError) || cause.isUndone)
    return new StoreUnavailableError(`The registry cannot write now${fault}, nothing was changed; try again later.`, { cause });
  // The answer was lost, perhaps after the record was written: reading the journal again will show it.
  return new StoreUnavailableError("The registry's database broke off: look whether the change was made before you repeat it.", { cause });
}

function notRead(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError("The registry's database does not answer, nothing was changed; try again later.", { cause });
}
