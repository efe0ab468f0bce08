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
import type { Change, SharedState } from './shared-state.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { startValkey, type ValkeyServer } from './testing/start-valkey.ts';
import { openValkeyState } from './valkey-state.ts';

const lastsMs = 60_000;
const log = createLog({ level: 'silent' });
/** What a process did alone is added to what the others did. */
const merges = { count: (agreed: unknown, own: unknown, found: unknown) => Number(found ?? 0) + Number(own ?? 0) - Number(agreed ?? 0) };

let valkey: ValkeyServer;
let postgres: PostgresServer;
let databaseUrl: string;
let folder: string;
beforeAll(async () => {
  valkey = await startValkey();
  postgres = await openPostgres();
  databaseUrl = await postgres.createDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'state-'));
});
afterAll(async () => {
  await valkey.stop();
  await postgres.end();
  await rm(folder, { recursive: true, force: true });
});
const openKept = () => openPostgresState({ url: databaseUrl, clock: systemClock, log });
const openShared = () => openValkeyState({ url: valkey.url, merges, clock: systemClock, log });

let keys = 0;
const newKey = () => `count:${keys++}`;
/** Adds to all or none; nothing grows beyond `most`. @returns whether it did */
const add = (of: readonly string[], amount: number, most: number): Change<boolean> => ({
  keys: of,
  lastsMs,
  decide(values, { share, agreed }) {
    const next = values.map((value) => Number(value ?? 0) + amount);
    const limits = agreed.map((value) => Number(value ?? 0) + (most - Number(value ?? 0)) * share);
    return next.every((value, at) => value <= (limits[at] ?? 0)) ? { result: true, values: next } : { result: false };
  },
});
const read = (key: string): Change<unknown> => ({ keys: [key], lastsMs, decide: ([value]) => ({ result: value }) });

const engines: [string, () => Promise<SharedState>][] = [
  ['of one process', async () => createMemoryState({ clock: systemClock })],
  [
    'of one process with a file',
    async () => createMemoryState({ clock: systemClock, store: openSqliteStore(path.join(folder, `${keys++}.db`), systemClock) }),
  ],
  ['of several processes', () => openShared()],
  ['of a database', () => openKept()],
];

describe.each(engines)('the state %s', (_, open) => {
  it('changes all values or none, each change after the one before', async () => {
    const state = await open();
    const [a, b] = [newKey(), newKey()];
    const done = await Promise.all([state.change(add([a], 3, 10)), state.change(add([a, b], 8, 10)), state.change(add([a, b], 7, 10))]);
    expect(done).toEqual([true, false, true]);
    expect([await state.change(read(a)), await state.change(read(b))]).toEqual([10, 7]);
    await state.close();
  });

  it('is as it was when a decision throws, and only who asked for it hears of it', async () => {
    const state = await open();
    const key = newKey();
    const broken: Change<never> = {
      keys: [key],
      lastsMs,
      decide() {
        throw new RangeError('no');
      },
    };
    const [failed, added] = await Promise.allSettled([state.change(broken), state.change(add([key], 1, 1))]);
    expect([failed.status, added]).toEqual(['rejected', { status: 'fulfilled', value: true }]);
    expect(await state.change(read(key))).toBe(1);
    await state.close();
  });

  it('forgets what is removed, and what has lasted', async () => {
    const state = await open();
    const [removed, short] = [newKey(), newKey()];
    await state.change(add([removed], 1, 1));
    await state.change({ keys: [removed], lastsMs, decide: () => ({ result: undefined, values: [undefined] }) });
    await state.change({ ...add([short], 1, 1), lastsMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([await state.change(read(removed)), await state.change(read(short))]).toEqual([undefined, undefined]);
    await state.close();
  });
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

describe('several processes with one state', () => {
  it.each([
    ['', () => openShared()],
    [' of a database', () => openKept()],
  ])('never give away more than there is, however many ask at once%s', async (_, open) => {
    const states = await Promise.all([open(), open(), open()]);
    const [site, ...visits] = [newKey(), newKey(), newKey(), newKey()];
    const asked = Array.from({ length: 600 }, (_, at) => {
      const visit = visits[at % visits.length] ?? '';
      return states[at % states.length]?.change(add([site, visit], 1, 100));
    });
    const given = (await Promise.all(asked)).filter(Boolean).length;
    expect(given).toBe(100);
    expect(await states[0]?.change(read(site))).toBe(100);
    expect(states.map((state) => state.problem())).toEqual([undefined, undefined, undefined]);
    await Promise.all(states.map((state) => state.close()));
  });

  it('go on within their share while it cannot be reached, and bring together what they did', async () => {
    const states = await Promise.all([openShared(), openShared()]);
    // Each counts the others when it says that it is there.
    const late = await openShared();
    await states[0]?.close();
    const [one, two] = [states[1] as SharedState, late];
    const key = newKey();
    await one.change(add([key], 20, 100));
    await two.change(add([key], 20, 100));
    await valkey.stop();
    const given: number[] = [];
    for (const state of [one, two]) {
      let count = 0;
      while (await state.change(add([key], 1, 100))) count += 1;
      given.push(count);
    }
    expect(one.problem()).toMatch(/VALKEY_URL/);
    expect(given[0]).toBeGreaterThan(0);
    expect((given[0] ?? 0) + (given[1] ?? 0)).toBeLessThanOrEqual(80);
    await valkey.start();
    await expect.poll(() => [one.problem(), two.problem()], { timeout: 10_000 }).toEqual([undefined, undefined]);
    // A server that lost its values has what was done alone; one that kept them, all of it.
    expect(await one.change(read(key))).toBe((given[0] ?? 0) + (given[1] ?? 0));
    await Promise.all([one.close(), two.close()]);
  });

  it('lose nothing of what is changed while that is being brought together', async () => {
    const state = await openShared();
    const key = newKey();
    await state.change(add([key], 1, Number.MAX_SAFE_INTEGER));
    await valkey.stop();
    let added = 0;
    const addOne = async (others: string[] = []) => {
      await state.change(add([key, ...others], 1, Number.MAX_SAFE_INTEGER));
      added += 1;
    };
    // As many as take a while to be merged.
    while (added < 2_000) await addOne([newKey()]);
    await valkey.start();
    while (state.problem() !== undefined) await addOne();
    expect(await state.change(read(key))).toBe(added);
    await state.close();
  });
});

describe('the state of a database', () => {
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
