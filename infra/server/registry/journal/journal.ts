import type { Metrics } from '../../http/metrics.ts';
import { traced } from '../../http/tracing.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import type { JournalRow } from './journal-row.ts';

/** Where the records are stored. Nothing else of the registry speaks to a database. */
export interface Journal {
  /**
   * Resolves once the rows are on the disk, all of them or none.
   * @throws SequenceConflictError when another process was first with that number; StoreUnavailableError when they
   * could not be written, such as when the disk is full.
   */
  append(...rows: JournalRow[]): Promise<void>;
  /** Rows with a greater number than `afterSeq`, in their order, unchecked. @throws StoreUnavailableError */
  read(afterSeq: number, limit: number): Promise<JournalRow[]>;
  /** Tries, without changing anything, whether a row could be written. @throws StoreUnavailableError */
  assertWritable(): Promise<void>;
  /** Called whenever another process may have appended. @returns ends the subscription */
  onAppended(listener: () => void): () => void;
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

/** The journal, each use of it counted, and traced where a request makes it. */
export function watchJournal(journal: Journal, { metrics }: JournalWatch): Journal {
  const use = async <T>(operation: 'read' | 'append', work: () => Promise<T>): Promise<T> => {
    const begunAt = performance.now();
    const end = (outcome: 'ok' | 'failed') =>
      metrics?.observe('enfilade_journal_seconds', { operation, outcome }, (performance.now() - begunAt) / 1_000);
    try {
      const result = await traced(`journal ${operation}`, {}, work);
      end('ok');
      return result;
    } catch (error) {
      // Another process was first: the journal works.
      end(error instanceof SequenceConflictError ? 'ok' : 'failed');
      throw error;
    }
  };
  return {
    ...journal,
    append: (...rows) => use('append', () => journal.append(...rows)),
    read: (afterSeq, limit) => use('read', () => journal.read(afterSeq, limit)),
  };
}
