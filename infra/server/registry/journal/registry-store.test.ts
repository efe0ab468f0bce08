import { expect, it } from '@rstest/core';
import type { Change } from '../actions/actions.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { releaseOf } from '../testing/built-remote.ts';
import { createTickingClock, silentLog } from '../testing/temporary-registry.ts';
import { type Journal, type JournalRow, SequenceConflictError } from './journal.ts';
import { openRegistryStore } from './registry-store.ts';

const release = (version: string): Change => ({ action: 'version-published', payload: releaseOf({ version }) });

function createFillableJournal(): Journal & { full: boolean } {
  const rows: JournalRow[] = [];
  return {
    full: false,
    async append(added) {
      if (this.full) throw new StoreUnavailableError('full');
      if (rows.length >= added.seq) throw new SequenceConflictError(rows.length);
      rows.push(added);
    },
    read: async (afterSeq, limit) => rows.slice(afterSeq, afterSeq + limit),
    async assertWritable() {
      if (this.full) throw new StoreUnavailableError('full');
    },
    isShared: false,
    close: async () => {},
  };
}

it('a failed append leaves the store’s state unchanged, and the next append succeeds', async () => {
  const journal = createFillableJournal();
  const store = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
  await store.commit('tests', () => release('1.0.0'));
  const before = store.state();
  journal.full = true;
  await expect(store.commit('tests', () => release('1.1.0'))).rejects.toThrow(StoreUnavailableError);
  expect(store.state()).toBe(before);
  journal.full = false;
  await store.commit('tests', () => release('1.1.0'));
  expect((await journal.read(0, 10)).map(({ seq }) => seq)).toEqual([1, 2]);
});

it('no record gets an earlier time than the record before', async () => {
  const journal = createFillableJournal();
  let now = Date.UTC(2026, 5, 2);
  const clock = { now: () => now, after: () => () => {} };
  const store = await openRegistryStore({ journal, clock, log: silentLog });
  await store.commit('tests', () => release('1.0.0'));
  now = Date.UTC(2026, 4, 31);
  for (const version of ['1.1.0', '1.2.0']) await store.commit('tests', () => release(version));
  expect((await journal.read(0, 10)).map(({ at }) => at)).toEqual(Array.from({ length: 3 }, () => '2026-06-02T00:00:00.000Z'));
});

it('the store applies a change only after recording it', async () => {
  const journal = createFillableJournal();
  const store = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
  const seen: number[] = [];
  const append = journal.append.bind(journal);
  journal.append = async (record) => {
    seen.push(store.state().seq);
    await append(record);
  };
  await Promise.all(['1.0.0', '1.1.0'].map((version) => store.commit('tests', () => release(version))));
  expect([...seen, store.state().seq]).toEqual([0, 1, 2]);
});

it('opening the store replays more records than one page', async () => {
  const journal = createFillableJournal();
  const first = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
  for (let patch = 0; patch < 2_001; patch++) await first.commit('tests', () => release(`1.0.${patch}`));
  const again = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
  expect(again.state()).toEqual(first.state());
});

it('a decision that throws changes nothing and does not block the next change', async () => {
  const store = await openRegistryStore({ journal: createFillableJournal(), clock: createTickingClock(), log: silentLog });
  const refused = store.commit('tests', () => {
    throw new Error('no');
  });
  const next = store.commit('tests', () => release('1.0.0'));
  await expect(refused).rejects.toThrow('no');
  expect((await next).seq).toBe(1);
});

it('the store decides again on the newest state if another process appended first', async () => {
  const journal = createFillableJournal();
  const [one, other] = await Promise.all([1, 2].map(() => openRegistryStore({ journal, clock: createTickingClock(), log: silentLog })));
  const seen: number[] = [];
  const heard: number[] = [];
  other?.onChange(({ seq }) => heard.push(seq));
  const append = journal.append.bind(journal);
  journal.append = async (row) => {
    journal.append = append;
    await one?.commit('tests', () => release('1.0.0'));
    await append(row);
  };
  await other?.commit('tests', ({ seq }) => {
    seen.push(seq);
    return release('1.1.0');
  });
  expect([seen, heard]).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(one?.state().seq).toBe(1);
  await one?.commit('tests', () => undefined);
  expect(one?.state()).toEqual(other?.state());
});

it('commit fails if the number is used but no new record can be read', async () => {
  const journal = createFillableJournal();
  const store = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
  journal.append = async ({ seq }) => {
    throw new SequenceConflictError(seq);
  };
  await expect(store.commit('tests', () => release('1.0.0'))).rejects.toThrow(StoreUnavailableError);
  expect(store.state().seq).toBe(0);
});
