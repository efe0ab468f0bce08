import { accessSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import Database from 'libsql';
import { z } from 'zod';
import { holdLock, LockHeldError } from '../../database/held-lock.ts';
import { assertWhole, DatabaseFileError, damaged, openSqliteFile, readTexts, restoreBackup } from '../../database/sqlite-file.ts';
import { diskFaultOf, JournalBrokenError, RegistryLockedError, StoreUnavailableError } from '../state/registry-error.ts';
import { type Journal, SequenceConflictError } from './journal.ts';
import { chainStart, type JournalRow, recordOf, rowOf } from './journal-row.ts';

const fileName = 'registry.db';
const what = "The registry's journal";

/**
 * The journal in `registry.db` of a folder that exists; a lock beside it belongs to the process that has it open.
 * @throws RegistryLockedError when another process has it open, JournalBrokenError when the file is not a journal.
 */
export function openSqliteJournal(dataDir: string): Journal {
  const release = lockDataDir(dataDir);
  try {
    return createSqliteJournal(openSqliteDatabase(path.join(dataDir, fileName)), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** A site on SQLite neither runs nor starts while this is held. @throws RegistryLockedError */
export function lockDataDir(dataDir: string): () => void {
  try {
    return holdLock(path.join(dataDir, 'registry.lock'));
  } catch (error) {
    throw error instanceof LockHeldError ? new RegistryLockedError(dataDir, { cause: error }) : error;
  }
}

/** The journal over an open database, which it closes; `release` is called at the end. */
export function createSqliteJournal(database: Database.Database, release: () => void): Journal {
  const insertOne = insertRows(database);
  const insertAll = database.transaction(insertOne);
  // A prepared statement still runs after its database was closed, so the journal has to remember.
  let open = true;
  const whileOpen = <T>(call: () => T): Promise<T> =>
    open ? new Promise((resolve) => resolve(call())) : Promise.reject(new StoreUnavailableError('The registry is closed.'));
  return {
    append: (...rows) =>
      whileOpen(() => {
        try {
          (rows.length === 1 ? insertOne : insertAll)(rows);
        } catch (cause) {
          if (isDuplicateKey(cause)) throw new SequenceConflictError(rows[0]?.seq ?? 0, { cause });
          throw notWritten(cause);
        }
      }),
    read: (afterSeq, limit) => whileOpen(() => readPage(database, { afterSeq, limit })),
    assertWritable: () =>
      whileOpen(() => {
        try {
          tryToWrite(database);
        } catch (cause) {
          throw notWritten(cause);
        }
      }),
    // The file has one owner.
    onAppended: () => () => {},
    async close() {
      if (!open) return;
      open = false;
      try {
        // Closing alone leaves the last records in `registry.db-wal`, and a copy of the file would be without them.
        database.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // A full disk: the next start reads them from there.
      }
      database.close();
      release();
    },
  };
}

function notWritten(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`The registry cannot write now${diskFaultOf(cause)}, nothing was changed; try again later.`, { cause });
}

/**
 * A row too large for the pages there are is written and taken back, which reaches no disk; so a file of the same size
 * is made beside the journal, too.
 */
function tryToWrite(database: Database.Database): void {
  const [{ file = '' } = {}] = z.array(z.object({ file: z.string() })).parse(database.pragma('database_list'));
  accessSync(file);
  database.exec('BEGIN IMMEDIATE');
  try {
    database.prepare("INSERT INTO journal VALUES (-1, '', '', '', ?, '')").run('x'.repeat(probeBytes));
  } finally {
    // A full disk has ended it already.
    if (database.inTransaction) database.exec('ROLLBACK');
  }
  const probe = `${file}.probe`;
  writeFileSync(probe, Buffer.alloc(probeBytes));
  rmSync(probe);
}

const probeBytes = 8_192;

const insert = 'INSERT INTO journal (seq, at, actor, action, payload, hash) VALUES (?, ?, ?, ?, ?, ?)';

/** @throws JournalBrokenError when a column is called otherwise */
function insertRows(database: Database.Database): (rows: readonly JournalRow[]) => void {
  try {
    const statement = database.prepare(insert);
    return (rows) => {
      for (const { seq, at, actor, action, payload, hash } of rows) statement.run(seq, at, actor, action, payload, hash);
    };
  } catch (cause) {
    throw broken(damaged({ file: fileName, what }, cause));
  }
}

const textColumns = 'seq, at, actor, action, payload';
const storedRowSchema = z.object({ seq: z.coerce.number(), at: z.string(), actor: z.string(), action: z.string(), payload: z.string() });
const rowsSchema = z.array(storedRowSchema.extend({ hash: z.string() }));

interface Page {
  afterSeq: number;
  limit: number;
}

/** @throws JournalBrokenError */
function readPage(database: Database.Database, { afterSeq, limit }: Page): JournalRow[] {
  const select = `SELECT ${textColumns}, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?`;
  try {
    return rowsSchema.parse(readTexts(database, select, [afterSeq, limit]));
  } catch (cause) {
    throw broken(damaged({ file: fileName, what }, cause));
  }
}

function broken(error: DatabaseFileError): JournalBrokenError {
  return new JournalBrokenError(error.message, { cause: error });
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

const table = `CREATE TABLE journal (
  seq INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL
) STRICT`;
const triggers = `
  CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
  CREATE TRIGGER journal_never_shrinks BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
`;
function hasTable(database: Database.Database, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").all(name).length > 0;
}

/**
 * The database of a journal, made or brought to this version's schema when it is not there yet.
 * @throws JournalBrokenError when the file is not a journal this version can read, or an empty one where versions were
 * published; it is left as it was.
 */
export function openSqliteDatabase(file: string): Database.Database {
  const check = (database: Database.Database, version: number) => {
    const isThere = hasTable(database, 'journal');
    if (isThere !== version > 0) throw new Error('its version is not that of its table');
    // A journal is made before the first version is stored: where there is one, the journal was lost.
    if (!isThere && hasArtifacts(path.dirname(file))) throw new DatabaseFileError(forgetful(file));
  };
  try {
    return openSqliteFile({ file, what, steps: [makeUnchained, chainRows], check, mayBeEmpty: true, synchronous: 'FULL' });
  } catch (error) {
    throw error instanceof DatabaseFileError ? broken(error) : error;
  }
}

/** The journal of a folder whose site goes on: nothing is locked, and nothing written. @throws JournalBrokenError, also when there is none */
export function openSqliteReader(dataDir: string): Pick<Journal, 'read' | 'close'> {
  const file = path.join(dataDir, fileName);
  if (!existsSync(file)) throw new JournalBrokenError(`There is no journal ${file}: name the DATA_DIR or the DATABASE_URL of the site.`);
  let database: Database.Database | undefined;
  try {
    const opened = new Database(file);
    database = opened;
    opened.pragma('query_only = ON');
    assertWhole(opened);
    return { read: async (afterSeq, limit) => readPage(opened, { afterSeq, limit }), close: async () => void opened.close() };
  } catch (cause) {
    database?.close();
    throw broken(damaged({ file, what }, cause));
  }
}

function hasArtifacts(dataDir: string): boolean {
  try {
    return readdirSync(path.join(dataDir, 'artifacts')).some((name) => !name.startsWith('.') && !isLeftBehind(name));
  } catch {
    return false;
  }
}

function forgetful(file: string): string {
  return `${what} ${file} is empty, but versions were published into the folder artifacts beside it, and their pins would be forgotten: ${restoreBackup}.`;
}

/** Version 1 had no hashes. */
function makeUnchained(database: Database.Database): void {
  database.exec(
    'CREATE TABLE journal (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, payload TEXT NOT NULL)',
  );
}

/** Dropping the old table drops its triggers. */
function chainRows(database: Database.Database): void {
  database.exec('ALTER TABLE journal RENAME TO unchained');
  database.exec(table);
  const rows = z.array(storedRowSchema).parse(readTexts(database, `SELECT ${textColumns} FROM unchained ORDER BY seq`));
  let previous = chainStart;
  const chained = rows.map((unchained) => {
    const row = rowOf(recordOf(unchained), previous);
    previous = row.hash;
    return row;
  });
  insertRows(database)(chained);
  database.exec('DROP TABLE unchained');
  database.exec(triggers);
}
