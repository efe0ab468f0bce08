import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import type { Journal } from './journal/journal.ts';
import { type Change, type JournalRecord, journalRecordSchema } from './journal/record.ts';
import { apply, emptyState, type RegistryState } from './journal/state.ts';
import type { Log } from './log.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { MalformedRequestError } from './registry-error.ts';

const replayPage = 1_000;

/** The state, and the only way to change it. */
export interface Ledger {
  state(): RegistryState;
  /**
   * Decides on the newest state, records the decision and only then lets it take effect; decisions wait for
   * each other. An undefined decision changes nothing. What `decide` throws is thrown on.
   * @throws StoreUnavailableError when it could not be recorded: the state is as before; MalformedRequestError
   */
  commit(actor: string, decide: (state: RegistryState) => Change | undefined): Promise<RegistryState>;
  onChange(listener: (record: JournalRecord) => void): () => void;
  close(): Promise<void>;
}

interface Parts {
  journal: Journal;
  clock: Clock;
  log: Log;
}

/** Replays the journal from its beginning. @throws JournalBrokenError */
export async function openLedger({ journal, clock, log }: Parts): Promise<Ledger> {
  let state = await replay(journal);
  const listeners = new Set<(record: JournalRecord) => void>();
  const oneAtATime = createOneAtATime();

  function tell(record: JournalRecord): void {
    for (const listener of listeners) {
      try {
        listener(record);
      } catch (error) {
        log.error({ err: error, seq: record.seq }, 'a listener failed on a change of the registry');
      }
    }
  }

  return {
    state: () => state,
    commit: (actor, decide) =>
      oneAtATime(async () => {
        const change = decide(state);
        if (!change) return state;
        const record = checked({ seq: state.seq + 1, at: new Date(clock.now()).toISOString(), actor, ...change });
        const next = apply(state, record);
        await journal.append(record);
        state = next;
        log.info({ seq: record.seq, action: record.action, actor }, 'the registry changed');
        tell(record);
        return next;
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => oneAtATime(() => journal.close()),
  };
}

/** What is written must be readable at the next start. */
function checked(record: JournalRecord): JournalRecord {
  const { error } = journalRecordSchema.safeParse(record);
  if (!error) return record;
  const [issue] = error.issues;
  throw new MalformedRequestError(`"${issue?.path.join('.') ?? ''}" is not of the shape it must have: ${issue?.message}.`);
}

async function replay(journal: Journal): Promise<RegistryState> {
  let state = emptyState;
  for (;;) {
    const records = await journal.read(state.seq, replayPage);
    if (records.length === 0) return state;
    state = records.reduce(apply, state);
  }
}
