import type { JournalRecord } from './record.ts';

/** Where the records are kept. The only door between the registry and a database. */
export interface Journal {
  /**
   * Resolves once the record is on the disk.
   * @throws StoreUnavailableError when it is not: the disk is full, or its number is taken.
   */
  append(record: JournalRecord): Promise<void>;
  /**
   * Records with a greater number than `afterSeq`, in their order.
   * @throws JournalBrokenError when a row is not a record.
   */
  read(afterSeq: number, limit: number): Promise<JournalRecord[]>;
  close(): Promise<void>;
}
