import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { Client } from 'pg';
import { createLog } from '../http/create-log.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { createMemoryState } from './memory-state.ts';
import { openPostgresState } from './postgres-state.ts';
import type { SharedState } from './shared-state.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { add, itIsAState, itIsSharedByProcesses, lastsMs, newKey, read } from './testing/state-contract.ts';

const log = createLog({ level: 'silent' });

let postgres: PostgresServer;
let databaseUrl: string;
let folder: string;
beforeAll(async () => {
  postgres = await openPostgres();
  databaseUrl = await postgres.createDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'state-'));
});
afterAll(async () => {
  await postgres.end();
  await rm(folder, { recursive: true, force: true });
});
const openKept = () => openPostgresState({ url: databaseUrl, clock: systemClock, log });

let files = 0;
const engines: [string, () => Promise<SharedState>][] = [
  ['of one process', async () => createMemoryState({ clock: systemClock })],
  [
    'of one process with a file',
    async () => createMemoryState({ clock: systemClock, store: openSqliteStore(path.join(folder, `${files++}.db`), systemClock) }),
  ],
  ['of a database', () => openKept()],
];

describe.each(engines)('the state %s', (_, open) => {
  itIsAState(open);
});

describe('the state in a file', () => {
  it('is there at the next start, but for what has run out', async () => {
    const clock = createHandClock();
    const file = path.join(folder, 'kept.db');
    const first = createMemoryState({ clock, store: openSqliteStore(file, clock) });
    await first.change(add(['count:a'], 2, 9));
    await first.change({ ...add(['count:b'], 1, 9), lastsMs: 10 });
    await first.change(add(['count:gone'], 1, 9));
    await first.change({ keys: ['count:gone'], lastsMs, decide: () => ({ result: undefined, values: [undefined] }) });
    await first.close();
    clock.pass(20);
    const second = createMemoryState({ clock, store: openSqliteStore(file, clock) });
    expect(await Promise.all(['count:a', 'count:b', 'count:gone'].map((key) => second.change(read(key))))).toEqual([
      2,
      undefined,
      undefined,
    ]);
    // A process that is killed has written what is older than a moment.
    await second.change(add(['count:a'], 3, 9));
    clock.pass(100);
    const third = createMemoryState({ clock, store: openSqliteStore(file, clock) });
    expect(await third.change(read('count:a'))).toBe(5);
    await third.close();
    await second.close();
  });
});

describe('the state of a store', () => {
  it('is written at once where it is told to, and later where it cannot be, which it says', async () => {
    const clock = createHandClock();
    const store = openSqliteStore(path.join(folder, 'failing.db'), clock);
    const full: { isFull: boolean } = { isFull: false };
    const write: typeof store.write = (changed) => {
      if (full.isFull) throw new Error('The disk is full.');
      store.write(changed);
    };
    const logged: string[] = [];
    const state = createMemoryState({
      clock,
      store: { ...store, write },
      writeAfterMs: 0,
      log: { error: (_: unknown, message?: string) => void logged.push(message ?? '') },
    });
    const written = () => [...store.read()].map(({ key, value }) => [key, value]);
    await state.change(add(['count:a'], 1, 9));
    expect(written()).toEqual([['count:a', 1]]);
    full.isFull = true;
    for (const key of ['count:a', 'count:b']) expect(await state.change(add([key], 1, 9))).toBe(true);
    clock.pass(1_000);
    expect([state.problem(), logged.length, written()]).toEqual([expect.stringContaining('written down'), 1, [['count:a', 1]]]);
    full.isFull = false;
    clock.pass(1_000);
    expect([state.problem(), written()]).toEqual([
      undefined,
      [
        ['count:a', 2],
        ['count:b', 1],
      ],
    ]);
    await state.close();
  });
});

describe('the state of a database', () => {
  itIsSharedByProcesses(openKept);

  it('decides nothing while the database is gone, and goes on with all of it afterwards', async () => {
    const [one, two] = [await openKept(), await openKept()];
    const [key, each] = [newKey(), newKey()];
    await one.change({ ...add([key, each], 2, 9), lastsMs: [lastsMs, 1] });
    await postgres.stop();
    await expect(two.change(add([key], 1, 9))).rejects.toThrow();
    await expect(two.change(read(key))).rejects.toThrow();
    await postgres.start();
    await expect.poll(() => two.change(add([key], 1, 9)).catch(() => false)).toBe(true);
    expect([await one.change(read(key)), await one.change(read(each))]).toEqual([3, undefined]);
    await Promise.all([one.close(), two.close()]);
  });

  it('does not wait for a gateway that hangs in the middle of a change', async () => {
    const state = await openKept();
    const hanging = new Client({ connectionString: databaseUrl, idle_in_transaction_session_timeout: 300 });
    hanging.on('error', () => {});
    await hanging.connect();
    await hanging.query('BEGIN; SELECT pg_advisory_xact_lock(7303017)');
    const key = newKey();
    expect(await state.change(read(key))).toBe(undefined);
    expect(await state.change(add([key], 1, 9))).toBe(true);
    await state.close();
  });
});
