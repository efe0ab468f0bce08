import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import Database from 'libsql';
import { openLedger } from '../ledger.ts';
import { JournalBrokenError, StoreUnavailableError } from '../registry-error.ts';
import { createTickingClock, silentLog } from '../testing/temporary-registry.ts';
import type { Journal } from './journal.ts';
import type { JournalRecord } from './record.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

let folder: string;
let journal: Journal;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'enfilade-journal-'));
  journal = openSqliteJournal(folder);
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

const file = () => path.join(folder, 'registry.db');
const record = (seq: number): JournalRecord => ({
  seq,
  at: new Date(seq * 1_000).toISOString(),
  actor: 'tests',
  action: 'pin-removed',
  payload: { museumId: '*', name: 'landing', previous: '1.0.0' },
});
async function withDatabase(use: (database: Database.Database) => unknown): Promise<void> {
  const database = new Database(file());
  try {
    await use(database);
  } finally {
    database.close();
  }
}

describe('the journal in SQLite', () => {
  it('gives back what was appended, in pages, also after it was opened again', async () => {
    for (const seq of [1, 2, 3]) await journal.append(record(seq));
    expect(await journal.read(1, 1)).toEqual([record(2)]);
    await journal.close();
    journal = openSqliteJournal(folder);
    expect(await journal.read(0, 10)).toEqual([record(1), record(2), record(3)]);
  });

  it('never takes a number twice', async () => {
    await journal.append(record(1));
    await expect(journal.append(record(1))).rejects.toThrow(StoreUnavailableError);
    expect(await journal.read(0, 10)).toEqual([record(1)]);
  });

  it('lets nobody change or remove a record', async () => {
    await journal.append(record(1));
    await withDatabase((database) => {
      for (const sql of ["UPDATE journal SET actor = 'somebody'", 'DELETE FROM journal'])
        expect(() => database.exec(sql)).toThrow(/append only/);
    });
  });

  it('refuses to write while the file is locked, goes on reading, and recovers', async () => {
    await journal.append(record(1));
    await withDatabase(async (database) => {
      database.exec('BEGIN IMMEDIATE');
      await expect(journal.append(record(2))).rejects.toThrow(/nothing was changed/);
      expect(await journal.read(0, 10)).toEqual([record(1)]);
      database.exec('ROLLBACK');
    });
    await journal.append(record(2));
    expect(await journal.read(0, 10)).toHaveLength(2);
  });

  it('does not write after it was closed', async () => {
    await journal.close();
    await expect(journal.append(record(1))).rejects.toThrow(/closed/);
    await withDatabase((database) => expect(database.prepare('SELECT seq FROM journal').all()).toEqual([]));
  });

  it('refuses a file that is no journal, and one of a newer Enfilade, and leaves no claim behind', async () => {
    await journal.close();
    await withDatabase((database) => database.exec('PRAGMA user_version = 2'));
    expect(() => openSqliteJournal(folder)).toThrow(/newer version of Enfilade/);
    await rm(file());
    await writeFile(file(), 'not a database'.repeat(500));
    expect(() => openSqliteJournal(folder)).toThrow(JournalBrokenError);
    expect(() => readFileSync(path.join(folder, 'registry.pid'))).toThrow(/ENOENT/);
    await rm(file());
  });
});

describe('a journal that cannot be replayed', () => {
  const insert = "INSERT INTO journal VALUES (1, '2026-01-01T00:00:00.000Z', 'tests',";
  const pin = '{"museumId":"*","name":"landing","version":"1.0.0","previous":null}';
  it.each([
    { what: 'a payload that is no JSON', sql: `${insert} 'pin-set', '{')`, message: /Record 1 of the journal is not valid/ },
    { what: 'an unknown action', sql: `${insert} 'museum-sold', '{}')`, message: /Record 1 of the journal is not valid: action/ },
    { what: 'a pin of a version never published', sql: `${insert} 'pin-set', '${pin}')`, message: /Record 1 .* never published/ },
    {
      what: 'a gap',
      sql: `INSERT INTO journal VALUES (2, '2026-01-01T00:00:00.000Z', 'tests', 'pin-set', '${pin}')`,
      message: /record 1 is missing/,
    },
  ])('stops the start at $what and names the record', async ({ sql, message }) => {
    await withDatabase((database) => database.exec(sql));
    const opening = openLedger({ journal, clock: createTickingClock(), log: silentLog });
    await expect(opening).rejects.toThrow(JournalBrokenError);
    await expect(opening).rejects.toThrow(message);
  });
});
