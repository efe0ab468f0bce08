import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { restoreBackup } from '../../database/site-database.ts';
import { createOneAtATime, type OneAtATime } from '../../http/kit.ts';
import { applyRecord, type Change, findFault, isKnown, isReadable, type JournalRecord } from '../actions/actions.ts';
import type { Log } from '../state/log.ts';
import { JournalBrokenError, MalformedRequestError } from '../state/registry-error.ts';
import { emptyState, type RegistryState } from '../state/registry-state.ts';
import { type Journal, SequenceConflictError } from './journal.ts';
import { chainStart, type JournalRow, recordOf, rowHash, rowOf } from './journal-row.ts';

const pageRows = 1_000;

/** How far a journal was read: what follows from its records, and the hash that the next one continues. */
interface JournalHead {
  state: RegistryState;
  hash: string;
  /** When its newest record was made. */
  at: string;
  /** Number of its records with kinds or payloads that this release does not support. */
  unknown: number;
}

interface ReplayedRecord {
  head: JournalHead;
  /** Absent for a kind that this release does not support: the record is part of the chain without an effect here. */
  record?: JournalRecord;
}

const beginning: JournalHead = { state: emptyState, hash: chainStart, at: '', unknown: 0 };

/**
 * Every record after `head` and what follows from it, each checked against the one before.
 * @throws JournalBrokenError naming the first record that is not as it was written; StoreUnavailableError
 */
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

/** Reads and checks a whole journal. @throws JournalBrokenError, StoreUnavailableError */
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
  if (!isKnown(row)) return { head: { state: { ...state, seq }, hash: row.hash, at: row.at, unknown: unknown + 1 } };
  const record = recordOf(row);
  const head = { state: applyRecord(state, record), hash: row.hash, at: row.at };
  return isReadable(record) ? { head: { ...head, unknown }, record } : { head: { ...head, unknown: unknown + 1 } };
}

/** The state, and the only way to change it. */
export type RegistryStore = Awaited<ReturnType<typeof openRegistryStore>>;

/** Replays the journal from its beginning and checks its chain. @throws JournalBrokenError, StoreUnavailableError */
export async function openRegistryStore({ journal, clock, log }: { journal: Journal; clock: Clock; log: Log }) {
  let head = await verifyJournal(journal);
  const listeners = createListeners(log);
  const oneAtATime = createOneAtATime();
  const checkClock = createClockCheck(log);
  checkClock(head.at, clock.now());
  const unknown = 'a newer version of Enfilade wrote records that this version ignores: upgrade this gateway';
  if (head.unknown > 0) log.warn({ records: head.unknown }, unknown);

  function moveTo(next: JournalHead, record: JournalRecord | undefined, message: string): void {
    head = next;
    if (!record) {
      log.warn({ seq: next.state.seq }, unknown);
      return;
    }
    log.info({ seq: record.seq, action: record.action, actor: record.actor }, message);
    listeners.emit(record);
  }

  /** @returns whether another process had appended anything */
  async function catchUp(): Promise<boolean> {
    const before = head;
    for await (const entry of replay(journal, head)) moveTo(entry.head, entry.record, 'another process changed the registry');
    return head !== before;
  }

  /** @returns false when another process was faster */
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

  const unfollow = journal.onAppended(createFollower(oneAtATime, catchUp, log));
  return {
    /** Changes of another process on the same journal show within a second. */
    state: () => head.state,
    /**
     * Decides on the newest state, records the decision and only then applies it; one decision at a time.
     * When another process was faster, `decide` is called again. An undefined decision changes
     * nothing. What `decide` throws ends the call.
     * @throws StoreUnavailableError when it could not be recorded: the state is as before; MalformedRequestError
     */
    commit: (actor: string, decide: (state: RegistryState) => Change | undefined) =>
      oneAtATime(async () => {
        await catchUp();
        for (;;) {
          const change = decide(head.state);
          if (!change) return head.state;
          const now = clock.now();
          checkClock(head.at, now);
          // No record is older than the previous one, whatever this machine's clock says.
          const at = new Date(Math.max(now, Date.parse(head.at) || 0)).toISOString();
          const record = assertReadable({ seq: head.state.seq + 1, at, actor, ...change });
          if (await tryAppend(record)) return head.state;
        }
      }),
    /** Called with every record, from any process. @returns ends the subscription */
    onChange: listeners.add,
    close() {
      unfollow();
      return oneAtATime(() => journal.close());
    },
  };
}

/** Clocks of several machines differ by less. */
const clockToleranceMs = 60_000;

/** Logs once that this machine's clock is behind the journal, until it was right again. */
function createClockCheck(log: Log): (newestAt: string, now: number) => void {
  let wasBehind = false;
  return (newestAt, now) => {
    const isBehind = Date.parse(newestAt) - now > clockToleranceMs;
    if (isBehind && !wasBehind) {
      const times = { newestRecord: newestAt, clock: new Date(now).toISOString() };
      log.warn(
        times,
        "the newest record of the registry has a future time: set this machine's clock, later records get that record's time until then",
      );
    }
    wasBehind = isBehind;
  };
}

/** Catches up whenever something may have been appended; logs once when it cannot and once when it can again. */
function createFollower(oneAtATime: OneAtATime, catchUp: () => Promise<unknown>, log: Log): () => void {
  let isWaiting = false;
  let isCutOff = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    void oneAtATime(async () => {
      isWaiting = false;
      try {
        await catchUp();
        if (isCutOff) log.info({}, 'the registry follows its journal again');
        isCutOff = false;
      } catch (error) {
        if (!isCutOff) log.error({ err: error }, 'the registry cannot follow its journal; it continues with what it knows');
        isCutOff = true;
      }
    });
  };
}

function createListeners(log: Log) {
  const listeners = new Set<(record: JournalRecord) => void>();
  return {
    add(listener: (record: JournalRecord) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(record: JournalRecord): void {
      for (const listener of listeners) {
        try {
          listener(record);
        } catch (error) {
          log.error({ err: error, seq: record.seq }, 'a listener failed on a change of the registry');
        }
      }
    },
  };
}

/** What is written must be readable at the next start. */
function assertReadable(record: JournalRecord): JournalRecord {
  if (record.actor.length < 1 || record.actor.length > 64)
    throw new MalformedRequestError('The name of who did it must have 1 to 64 letters.');
  const fault = findFault(record);
  if (!fault) return record;
  throw new MalformedRequestError(`"${fault.path.join('.')}" is not of the shape it must have: ${fault.message}.`);
}
