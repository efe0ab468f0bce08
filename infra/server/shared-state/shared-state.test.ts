import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { openSiteDatabase } from '../database/open-database.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import { createLog } from '../http/create-log.ts';
import { toHttpError } from '../http/exchange.ts';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { createDatabaseState } from './database-state.ts';
import { createMemoryState, type SharedState } from './shared-state.ts';
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
  const kept = createDatabaseState({ database, table: 'kept', ...use });
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

it('the next start has all values of its table, and deletes expired values', async () => {
  const { database, end } = await openTestDatabase();
  const hand = createHandClock();
  const openTable = (table: 'kept' | 'state') => createDatabaseState({ database, table, clock: hand, log });
  const first = openTable('state');
  await first.change(add(['count:a'], 2, 9));
  await first.change({ ...add(['count:b'], 1, 9), lastsMs: 10 });
  await first.close();
  hand.pass(20);
  const [second, kept] = [openTable('state'), openTable('kept')];
  const seen = await Promise.all([second.change(read('count:a')), second.change(read('count:b')), kept.change(read('count:a'))]);
  expect(seen).toEqual([2, undefined, undefined]);
  expect(await database.query('SELECT key FROM state')).toEqual([{ key: 'count:a' }]);
  // A damaged value counts as missing, for its key alone.
  await database.query("UPDATE state SET value = '{' WHERE key = 'count:a'");
  expect(await Promise.all([second.change(add(['count:a'], 3, 9)), second.change(add(['count:b'], 4, 9))])).toEqual([true, true]);
  expect([await second.change(read('count:a')), await second.change(read('count:b'))]).toEqual([3, 4]);
  await Promise.all([second.close(), kept.close()]);
  await end();
});

const open = () => openKept(databaseUrl);
itIsSharedByProcesses(open);

it('changes reject as busy while the database is down, and the values are complete afterwards', async () => {
  const [one, two] = [await open(), await open()];
  const [key, each] = [newKey(), newKey()];
  await one.change({ ...add([key, each], 2, 9), lastsMs: [lastsMs, 1] });
  await postgres.stop();
  const busy = { code: 'busy', retryAfterSeconds: 5 };
  expect(await two.change(add([key], 1, 9)).catch(toHttpError)).toMatchObject(busy);
  expect(await two.change(read(key)).catch(toHttpError)).toMatchObject(busy);
  await postgres.start();
  await expect.poll(() => two.change(add([key], 1, 9)).catch(() => false)).toBe(true);
  expect([await one.change(read(key)), await one.change(read(each))]).toEqual([3, undefined]);
  await Promise.all([one.close(), two.close()]);
});
