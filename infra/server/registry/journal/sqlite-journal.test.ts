import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import Database from 'libsql';
import { UnusableDatabaseError } from '../../database/site-database.ts';
import { createSqliteDatabase, lockDataDir } from '../../database/sqlite-database.ts';
import { folderOfEachTest } from '../../database/testing/of-each-test.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { chainOf, exampleRecords, openJournal, publishing } from '../testing/journal-homes.ts';
import { createTickingClock, silentLog } from '../testing/temporary-registry.ts';
import { createJournal, type Journal, type JournalRow } from './journal.ts';
import { openRegistryStore, verifyJournal } from './registry-store.ts';

const folder = folderOfEachTest();
let journal: Journal;
beforeEach(async () => {
  journal = await openJournal({ dataDir: folder() });
});
afterEach(() => journal.close());

const file = () => folder('site.db');
const rows = chainOf(exampleRecords(6));
const appendAll = async (given: readonly JournalRow[]) => {
  for (const row of given) await journal.append(row);
};
async function withDatabase<T>(use: (database: Database.Database) => T | Promise<T>): Promise<T> {
  const database = new Database(file());
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

// Sizes in SQLite's write-ahead log, whose eighth byte begins the page size.
const [logHeader, frameHeader] = [32, 24];
const frameOf = (log: Buffer) => frameHeader + log.readUInt32BE(8);

/** Every byte around a frame's header, which decides the log's validity, and every 61st byte of the pages, which share a checksum. */
function cutsOf(log: Buffer): number[] {
  const frame = frameOf(log);
  const around = 8;
  const isNearFrame = (bytes: number) => (bytes - logHeader + around + frame) % frame < around + frameHeader + around;
  return Array.from({ length: log.length + 1 }, (_, bytes) => bytes).filter(
    (bytes) => bytes <= logHeader || isNearFrame(bytes) || bytes % 61 === 0 || bytes === log.length,
  );
}

it('while site.db is locked, the journal refuses appends and can be read, and recovers afterwards', async () => {
  await appendAll(rows.slice(0, 1));
  await withDatabase(async (database) => {
    database.exec('BEGIN IMMEDIATE');
    await expect(appendAll(rows.slice(1, 2))).rejects.toThrow(/nothing was changed/);
    await expect(journal.assertWritable()).rejects.toThrow(/cannot write now/);
    expect(await journal.read(0, 10)).toEqual(rows.slice(0, 1));
    database.exec('ROLLBACK');
  });
  await journal.assertWritable();
  await appendAll(rows.slice(1, 2));
  expect(await journal.read(0, 10)).toHaveLength(2);
});

it('while the disk is full, the journal refuses appends and can be read, and recovers afterwards', async () => {
  await journal.close();
  const database = new Database(file());
  journal = createJournal(createSqliteDatabase(database, file(), () => {}));
  const store = await openRegistryStore({ journal, clock: createTickingClock(), log: silentLog });
  await store.commit('tests', () => publishing('1.0.0'));
  const [pages] = database.pragma('page_count') as [{ page_count: number }];
  database.pragma(`max_page_count = ${pages.page_count}`);
  const fill = async () => {
    for (;;) await store.commit('tests', ({ seq }) => publishing(`1.0.${seq}`));
  };
  await expect(fill()).rejects.toThrow(StoreUnavailableError);
  const before = store.state();
  await expect(fill()).rejects.toThrow(/nothing was changed/);
  await expect(journal.assertWritable()).rejects.toThrow('The registry cannot write now (the disk is full)');
  expect(store.state()).toBe(before);
  expect(await verifyJournal(journal)).toMatchObject({ state: { seq: before.seq } });
  database.pragma('max_page_count = 1000');
  await store.commit('tests', () => publishing('2.0.0'));
  expect(await verifyJournal(journal)).toMatchObject({ state: { seq: before.seq + 1 } });
});

it('a journal whose write-ahead log is cut at any byte is a valid beginning of the journal', async () => {
  // These records are in the file itself. The log, which is cut below, has the later records.
  await appendAll(rows.slice(0, 2));
  await withDatabase((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  await appendAll(rows.slice(2));
  const log = await readFile(`${file()}-wal`);
  const torn = folder('torn');
  const seen = new Set<number>();
  const cutAt = async (bytes: number, spoil: boolean) => {
    await mkdir(torn);
    await copyFile(file(), path.join(torn, 'site.db'));
    const left = Buffer.from(log.subarray(0, bytes));
    if (spoil && bytes > 0) left.writeUInt8(left.readUInt8(bytes - 1) ^ 0xff, bytes - 1);
    await writeFile(path.join(torn, 'site.db-wal'), left);
    const recovered = await openJournal({ dataDir: torn });
    const { state, hash } = await verifyJournal(recovered);
    await recovered.close();
    await rm(torn, { recursive: true });
    expect(hash).toBe(rows[state.seq - 1]?.hash);
    // Each of these records is one frame, so all complete records survive.
    if (!spoil) expect(state.seq).toBe(2 + Math.max(0, Math.floor((bytes - logHeader) / frameOf(log))));
    seen.add(state.seq);
  };
  for (const bytes of cutsOf(log)) await cutAt(bytes, false);
  // Few runs, because each run copies and opens a database.
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: log.length }), fc.boolean(), cutAt), { numRuns: 25 });
  expect(seen).toEqual(new Set([2, 3, 4, 5, 6]));
});

it('an empty or missing site.db is refused if versions were published, and created otherwise', async () => {
  await mkdir(folder('artifacts/landing'), { recursive: true });
  await journal.close();
  await (await openJournal({ dataDir: folder() })).close();
  for (const name of ['missing', 'empty']) {
    const [emptied, database] = [folder(name), folder(name, 'site.db')];
    await mkdir(path.join(emptied, 'artifacts/landing'), { recursive: true });
    if (name === 'empty') await writeFile(database, '');
    await expect(openJournal({ dataDir: emptied })).rejects.toThrow(
      /is (?:missing, but the folder artifacts|damaged \(the file is empty\)).* registry -- restore BACKUP/,
    );
    expect(existsSync(database) && readFileSync(database, 'utf8')).toBe(name === 'empty' && '');
    if (name === 'empty') continue;
    await rm(path.join(emptied, 'artifacts'), { recursive: true });
    await (await openJournal({ dataDir: emptied })).close();
  }
});

it('after close, site.db alone contains all records', async () => {
  await appendAll(rows);
  await journal.close();
  await rm(`${file()}-wal`, { force: true });
  journal = await openJournal({ dataDir: folder() });
  expect(await journal.read(0, 10)).toEqual(rows);
});

it('a newer database, a file that is not a database and the folder of a preview are refused, and the lock is released', async () => {
  await journal.close();
  await withDatabase((database) => database.exec('UPDATE enfilade_schema SET version = 3, least = 3'));
  await expect(openJournal({ dataDir: folder() })).rejects.toThrow(/newer version of Enfilade/);
  await rm(file());
  await writeFile(file(), 'not a database'.repeat(500));
  await expect(openJournal({ dataDir: folder() })).rejects.toThrow(UnusableDatabaseError);
  await rm(file());
  await writeFile(folder('registry.db'), '');
  await expect(openJournal({ dataDir: folder() })).rejects.toThrow(
    /was written by a preview of Enfilade, .*: set DATA_DIR to an empty folder\.$/,
  );
  lockDataDir(folder())();
});
