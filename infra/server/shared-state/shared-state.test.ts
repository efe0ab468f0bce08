import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { openSiteDatabase } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import { createLog } from '../http/create-log.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { createKeptState, createMemoryState, openStateStore } from './memory-state.ts';
import type { SharedState } from './shared-state.ts';
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
const use = { clock: systemClock, log };
const openKept = async (databaseUrl: string | undefined, dataDir = folder) => {
  const database = await openSiteDatabase({ dataDir, databaseUrl }, log);
  const kept = createKeptState({ database, ...use });
  return { ...kept, close: () => kept.close().finally(() => database.close()) };
};

const engines: [string, () => Promise<SharedState>][] = [
  ['in memory', async () => createMemoryState({ clock: systemClock })],
  ['in SQLite', () => openKept(undefined)],
  ['in PostgreSQL', () => openKept(databaseUrl)],
];

describe.each(engines)('state %s', (_, open) => {
  itIsAState(open);
});

describe('state in memory with a database', () => {
  let database: SiteDatabase;
  let end: () => Promise<void>;
  beforeEach(async () => {
    ({ database, end } = await openTestDatabase());
  });
  afterEach(() => end());

  it('the next start has all values except expired values', async () => {
    const clock = createHandClock();
    const open = async () => createMemoryState({ clock, store: await openStateStore(database, clock) });
    const first = await open();
    await first.change(add(['count:a'], 2, 9));
    await first.change({ ...add(['count:b'], 1, 9), lastsMs: 10 });
    await first.change(add(['count:gone'], 1, 9));
    await first.change({ keys: ['count:gone'], lastsMs, decide: () => ({ result: undefined, values: [undefined] }) });
    await first.close();
    clock.pass(20);
    const second = await open();
    expect(await Promise.all(['count:a', 'count:b', 'count:gone'].map((key) => second.change(read(key))))).toEqual([
      2,
      undefined,
      undefined,
    ]);
    // A killed process has already written all but its last changes.
    await second.change(add(['count:a'], 3, 9));
    clock.pass(100);
    await database.query('SELECT key FROM state');
    const third = await open();
    expect(await third.change(read('count:a'))).toBe(5);
    await third.close();
    await second.close();
  });

  it('a failed write is tried again, and the problem is reported until then', async () => {
    const clock = createHandClock();
    const store = await openStateStore(database, clock);
    const full: { isFull: boolean } = { isFull: false };
    const write: typeof store.write = async (changed) => {
      if (full.isFull) throw new Error('The disk is full.');
      await store.write(changed);
    };
    const logged: string[] = [];
    const state = createMemoryState({
      clock,
      store: { ...store, write },
      log: { error: (_: unknown, message?: string) => void logged.push(message ?? '') },
    });
    const written = async () => (await openStateStore(database, clock)).values.map(({ key, value }) => [key, value]);
    await state.change(add(['count:a'], 1, 9));
    clock.pass(100);
    expect(await written()).toEqual([['count:a', 1]]);
    full.isFull = true;
    for (const key of ['count:a', 'count:b']) expect(await state.change(add([key], 1, 9))).toBe(true);
    clock.pass(100);
    await expect.poll(() => state.problem()).toContain('cannot be stored');
    expect([logged.length, await written()]).toEqual([1, [['count:a', 1]]]);
    full.isFull = false;
    clock.pass(1_000);
    await expect.poll(() => state.problem()).toBeUndefined();
    expect(await written()).toEqual([
      ['count:a', 2],
      ['count:b', 1],
    ]);
    await state.close();
  });
});

const open = () => openKept(databaseUrl);
itIsSharedByProcesses(open);

it('changes reject while the database is down, and the values are complete afterwards', async () => {
  const [one, two] = [await open(), await open()];
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
