import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { restoreBackup } from '../../database/site-database.ts';
import type { Log } from '../../http/create-log.ts';
import { createOneAtATime } from '../../http/kit.ts';
import { applyRecord, type Change, findFault, isReadable, type JournalRecord } from '../actions/actions.ts';
import { JournalBrokenError, MalformedRequestError } from '../state/registry-error.ts';
import { emptyState, type RegistryState } from '../state/registry-state.ts';
import { chainStart, type Journal, type JournalRow, recordOf, rowHash, rowOf, SequenceConflictError } from './journal.ts';

const pageRows = 1_000;
/** The longest delay of another process's record. */
const pollMs = 500;

interface JournalHead {
  state: RegistryState;
  hash: string;
  /** The time of the newest record. */
  at: string;
  /** Records with kinds or payloads that this release does not support. */
  unknown: number;
}

interface ReplayedRecord {
  head: JournalHead;
  /** Undefined for a kind or payload that this release does not support: only the hash is verified. */
  record?: JournalRecord;
}

const beginning: JournalHead = { state: emptyState, hash: chainStart, at: '', unknown: 0 };

/** Verifies and applies each record after `head`. @throws JournalBrokenError that names the first damaged record; StoreUnavailableError */
async function* replay(journal: Pick<Journal, 'read'>, head: JournalHead): AsyncGenerator<ReplayedRecord> {
  let last = head;
  for (;;) {
    const rows = await journal.read(last.state.seq, pageRows);
    if (rows.length === 0) return;
    for (const row of rows) {
      const entry = applyRow(last, row);
      last = entry.head;
      yield entry;
    }
  }
}

/** @throws JournalBrokenError, StoreUnavailableError */
export async function verifyJournal(journal: Pick<Journal, 'read'>): Promise<JournalHead> {
  let head = beginning;
  for await (const entry of replay(journal, head)) head = entry.head;
  return head;
}

function applyRow({ state, hash, unknown }: JournalHead, row: JournalRow): ReplayedRecord {
  const { seq } = row;
  if (seq !== state.seq + 1)
    throw new JournalBrokenError(`Record ${state.seq + 1} of the journal is missing before record ${seq}: ${restoreBackup}.`);
  if (rowHash(hash, row) !== row.hash)
    throw new JournalBrokenError(`Record ${seq} of the journal is damaged, its hash does not match: ${restoreBackup}.`);
  const record = recordOf(row);
  const head = { state: applyRecord(state, record), hash: row.hash, at: row.at };
  return isReadable(record) ? { head: { ...head, unknown }, record } : { head: { ...head, unknown: unknown + 1 } };
}

/** Only `commit` changes the state. */
export type RegistryStore = Awaited<ReturnType<typeof openRegistryStore>>;

/** Replays and verifies the whole journal. @throws JournalBrokenError, StoreUnavailableError */
export async function openRegistryStore({ journal, clock, log }: { journal: Journal; clock: Clock; log: Log }) {
  let head = await verifyJournal(journal);
  const listeners = new Set<(record: JournalRecord) => void>();
  const oneAtATime = createOneAtATime();
  const unknown = 'a newer version of Enfilade wrote records that this version ignores: upgrade this gateway';
  if (head.unknown > 0) log.warn({ records: head.unknown }, unknown);

  function moveTo(next: JournalHead, record: JournalRecord | undefined, message: string): void {
    head = next;
    if (!record) {
      log.warn({ seq: next.state.seq }, unknown);
      return;
    }
    log.info({ seq: record.seq, action: record.action, actor: record.actor }, message);
    for (const listener of listeners) listener(record);
  }

  /** @returns whether another process has appended records */
  async function catchUp(): Promise<boolean> {
    const before = head;
    for await (const entry of replay(journal, head)) moveTo(entry.head, entry.record, 'another process changed the registry');
    return head !== before;
  }

  /** @returns false if another process appended first */
  async function tryAppend(record: JournalRecord): Promise<boolean> {
    const row = rowOf(record, head.hash);
    const next = { ...head, state: applyRecord(head.state, record), hash: row.hash, at: row.at };
    try {
      await journal.append(row);
    } catch (error) {
      if (error instanceof SequenceConflictError && (await catchUp())) return false;
      throw error;
    }
    moveTo(next, record, 'the registry changed');
    return true;
  }

  let isCutOff = false;
  let cancel: (() => void) | undefined;
  async function poll(): Promise<void> {
    try {
      await oneAtATime(catchUp);
      if (isCutOff) log.info({}, 'the registry can read its journal again');
      isCutOff = false;
    } catch (error) {
      if (!isCutOff) log.error({ err: error }, 'the registry cannot read new records of its journal and continues with its present state');
      isCutOff = true;
    }
    if (cancel) pollLater();
  }
  function pollLater(): void {
    cancel = clock.after(pollMs, () => void poll());
  }
  if (journal.isShared) pollLater();

  return {
    /** Includes changes of other processes within 1 s. */
    state: () => head.state,
    /**
     * Decides on the newest state, one call at a time. If another process appended first, `decide` is called again.
     * If `decide` returns undefined or throws, nothing changes.
     * @throws StoreUnavailableError if the record cannot be written, with the state unchanged; MalformedRequestError
     */
    commit: (actor: string, decide: (state: RegistryState) => Change | undefined) =>
      oneAtATime(async () => {
        await catchUp();
        for (;;) {
          const change = decide(head.state);
          if (!change) return head.state;
          // The time of a record is never before the previous record's time, whatever this machine's clock says.
          const at = new Date(Math.max(clock.now(), Date.parse(head.at) || 0)).toISOString();
          const record = assertReadable({ seq: head.state.seq + 1, at, actor, ...change });
          if (await tryAppend(record)) return head.state;
        }
      }),
    /** Calls the listener, which must not throw, with every record of any process. @returns ends the subscription */
    onChange(listener: (record: JournalRecord) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      cancel?.();
      cancel = undefined;
      return oneAtATime(() => journal.close());
    },
  };
}

/** Refuses a record that the next start could not read. */
function assertReadable(record: JournalRecord): JournalRecord {
  if (record.actor.length < 1 || record.actor.length > 64)
    throw new MalformedRequestError('The name of the actor must have 1 to 64 characters.');
  const fault = findFault(record);
  if (!fault) return record;
  throw new MalformedRequestError(`"${fault.path.join('.')}" is not of the required shape: ${fault.message}.`);
}
