import { accessSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { diskFaultOf, JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';
import { type Journal, SequenceConflictError } from './journal.ts';
import { chainStart, type JournalRow, recordOf, rowOf } from './journal-row.ts';
import { acquirePidFile } from './pid-file.ts';

const fileName = 'registry.db';

/**
 * The journal in `registry.db` of a folder that exists; `registry.pid` beside it names the owner.
 * @throws RegistryLockedError when another process has it open, JournalBrokenError when the file is not a journal.
 */
export function openSqliteJournal(dataDir: string): Journal {
  const release = acquirePidFile(path.join(dataDir, 'registry.pid'));
  try {
    return createSqliteJournal(openSqliteDatabase(path.join(dataDir, fileName)), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** The journal over an open database, which it closes; `release` is called at the end. */
export function createSqliteJournal(database: Database.Database, release: () => void): Journal {
  const { insert, select } = prepareStatements(database);
  // A prepared statement still runs after its database was closed, so the journal has to remember.
  let open = true;
  const whileOpen = <T>(call: () => T): Promise<T> =>
    open ? new Promise((resolve) => resolve(call())) : Promise.reject(new StoreUnavailableError('The registry is closed.'));
  return {
    append: ({ seq, at, actor, action, payload, hash }) =>
      whileOpen(() => {
        try {
          insert.run(seq, at, actor, action, payload, hash);
        } catch (cause) {
          if (isDuplicateKey(cause)) throw new SequenceConflictError(seq, { cause });
          throw new StoreUnavailableError(`The registry cannot write now${diskFaultOf(cause)}, nothing was changed; try again later.`, {
            cause,
          });
        }
      }),
    read: (afterSeq, limit) => whileOpen(() => readRows(() => select.all(afterSeq, limit))),
    assertWritable: () =>
      whileOpen(() => {
        try {
          tryToWrite(database);
        } catch (cause) {
          throw new StoreUnavailableError(`The registry cannot write now${diskFaultOf(cause)}; try again later.`, { cause });
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

/** @throws JournalBrokenError when a column is called otherwise */
function prepareStatements(database: Database.Database) {
  try {
    return {
      insert: database.prepare('INSERT INTO journal (seq, at, actor, action, payload, hash) VALUES (?, ?, ?, ?, ?, ?)'),
      // `all`, as `get` adds a column of its own to every row.
      select: database.prepare(`SELECT seq, ${asBytes([...textColumns, 'hash'])} FROM journal WHERE seq > ? ORDER BY seq LIMIT ?`),
    };
  } catch (cause) {
    throw damaged(fileName, cause);
  }
}

/**
 * libsql ends the whole process at a text that is not UTF-8, such as one with a damaged byte. So texts are read as bytes;
 * what is no UTF-8 becomes another text, which the record's hash shows.
 */
const asBytes = (columns: readonly string[]) => columns.map((column) => `CAST(${column} AS BLOB) AS ${column}`).join(', ');
const textColumns = ['at', 'actor', 'action', 'payload'];
const textSchema = z.instanceof(ArrayBuffer).transform((bytes) => Buffer.from(bytes).toString());
const storedRowSchema = z.object({ seq: z.number(), at: textSchema, actor: textSchema, action: textSchema, payload: textSchema });
const rowsSchema = z.array(storedRowSchema.extend({ hash: textSchema }));

/** @throws JournalBrokenError */
function readRows(select: () => unknown[]): JournalRow[] {
  try {
    return rowsSchema.parse(select());
  } catch (cause) {
    throw damaged(fileName, cause);
  }
}

function damaged(file: string, cause: unknown): JournalBrokenError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = cause instanceof z.ZodError ? 'a record lacks a part' : message;
  return new JournalBrokenError(`The registry's journal ${file} is damaged (${reason}): ${whatToDo}.`, { cause });
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

const schemaVersion = 2;
const table = `CREATE TABLE journal (
  seq INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL
) STRICT`;
const triggers = `
  CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
  CREATE TRIGGER journal_never_shrinks BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
  PRAGMA user_version = ${schemaVersion};
`;
const whatToDo = 'put back a copy of it, or move it and the folder artifacts beside it away to begin with an empty registry';

/** What SQLite says of a journal that is whole and cannot be used all the same. */
const reasons: Record<string, string> = {
  SQLITE_FULL: 'cannot be opened, the disk is full: make room, then start again',
  SQLITE_READONLY: 'cannot be written: give this user the right to, or name another DATA_DIR',
  SQLITE_CANTOPEN: 'cannot be opened: see that it is a file this user may write, or name another DATA_DIR',
  SQLITE_BUSY: 'is in use by another program: stop that program, or name another DATA_DIR',
};

/**
 * The database of a journal, made or brought to this version's schema when it is not there yet.
 * @throws JournalBrokenError when the file is not a journal this version can read, or an empty one where versions were
 * published; it is left as it was.
 */
export function openSqliteDatabase(file: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(file);
    assertWhole(database);
    const version = readVersion(database, file);
    database.pragma('journal_mode = WAL');
    // Every commit reaches the disk before it is acknowledged.
    database.pragma('synchronous = FULL');
    if (version !== schemaVersion) prepareSchema(database, version);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof JournalBrokenError) throw cause;
    const code = cause instanceof Database.SqliteError ? cause.code : '';
    const reason = Object.entries(reasons).find(([known]) => code.startsWith(known))?.[1];
    throw reason === undefined ? damaged(file, cause) : new JournalBrokenError(`The registry's journal ${file} ${reason}.`, { cause });
  }
}

/** Of the file's structure; its texts are checked by the hashes. */
function assertWhole(database: Database.Database): void {
  const [found] = z.array(z.object({ quick_check: z.string() })).parse(database.pragma('quick_check(1)'));
  if (found?.quick_check !== 'ok') throw new Error(found?.quick_check ?? 'its check says nothing');
}

/** 0: there is no journal yet. @throws JournalBrokenError */
function readVersion(database: Database.Database, file: string): number {
  const [found] = z.array(z.object({ user_version: z.number() })).parse(database.pragma('user_version'));
  const version = found?.user_version ?? 0;
  if (version > schemaVersion)
    throw new JournalBrokenError(`The registry's journal ${file} was written by a newer version of Enfilade: start that version.`);
  const isThere = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'journal'").all().length > 0;
  if (isThere !== version > 0) throw new Error('its version is not that of its table');
  // A journal is made before the first version is stored: where there is one, the journal was lost.
  if (!isThere && hasArtifacts(path.dirname(file))) throw new JournalBrokenError(forgetful(file));
  return version;
}

function prepareSchema(database: Database.Database, version: number): void {
  database
    .transaction(() => {
      if (version === 1) chainRows(database);
      else database.exec(table);
      database.exec(triggers);
    })
    .immediate();
}

function hasArtifacts(dataDir: string): boolean {
  try {
    return readdirSync(path.join(dataDir, 'artifacts')).some((name) => !name.startsWith('.'));
  } catch {
    return false;
  }
}

function forgetful(file: string): string {
  return `The registry's journal ${file} is empty, but versions were published into the folder artifacts beside it, and their pins would be forgotten: ${whatToDo}.`;
}

/** From version 1, which had no hashes. Dropping the old table drops its triggers. */
function chainRows(database: Database.Database): void {
  database.exec('ALTER TABLE journal RENAME TO unchained');
  database.exec(table);
  const insert = database.prepare('INSERT INTO journal (seq, at, actor, action, payload, hash) VALUES (?, ?, ?, ?, ?, ?)');
  const rows = database.prepare(`SELECT seq, ${asBytes(textColumns)} FROM unchained ORDER BY seq`).all();
  let previous = chainStart;
  for (const unchained of z.array(storedRowSchema).parse(rows)) {
    const { seq, at, actor, action, payload, hash } = rowOf(recordOf(unchained), previous);
    insert.run(seq, at, actor, action, payload, hash);
    previous = hash;
  }
  database.exec('DROP TABLE unchained');
}
