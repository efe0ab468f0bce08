import { apply, emptyState, type RegistryState } from '../state/apply.ts';
import type { JournalRecord } from '../state/record.ts';
import { JournalBrokenError } from '../state/registry-error.ts';
import type { Journal } from './journal.ts';
import { chainStart, type JournalRow, recordOf, rowHash } from './journal-row.ts';

const pageRows = 1_000;
const whatToDo = 'put back a copy of the journal from before that, or start with an empty registry';

/** How far a journal was read: what follows from its records, and the hash that the next one continues. */
export interface Head {
  state: RegistryState;
  hash: string;
}

export interface Step {
  head: Head;
  record: JournalRecord;
}

const beginning: Head = { state: emptyState, hash: chainStart };

/**
 * Every record after `head` and what follows from it, each checked against the one before.
 * @throws JournalBrokenError naming the first record that is not as it was written; StoreUnavailableError
 */
export async function* readOn(journal: Pick<Journal, 'read'>, head: Head): AsyncGenerator<Step> {
  let last = head;
  for (;;) {
    const rows = await journal.read(last.state.seq, pageRows);
    if (rows.length === 0) return;
    for (const row of rows) {
      const step = follow(last, row);
      last = step.head;
      yield step;
    }
  }
}

/** Reads and checks a whole journal. @throws JournalBrokenError, StoreUnavailableError */
export async function verifyJournal(journal: Pick<Journal, 'read'>): Promise<Head> {
  let head = beginning;
  for await (const step of readOn(journal, head)) head = step.head;
  return head;
}

function follow({ state, hash }: Head, row: JournalRow): Step {
  const { seq } = row;
  if (seq !== state.seq + 1)
    throw new JournalBrokenError(`Record ${state.seq + 1} of the journal is missing before record ${seq}: ${whatToDo}.`);
  if (rowHash(hash, row) !== row.hash)
    throw new JournalBrokenError(`Record ${seq} of the journal is not as it was written, its hash does not fit: ${whatToDo}.`);
  const record = recordOf(row);
  return { head: { state: apply(state, record), hash: row.hash }, record };
}
