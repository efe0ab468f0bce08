import path from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { JournalBrokenError, StoreUnavailableError } from '../state/registry-error.ts';
import { type Journal, SequenceConflictError } from './journal.ts';
import { chainStart, journalRowSchema, recordOf, rowOf } from './journal-row.ts';
import { acquirePidFile } from './pid-file.ts';

/**
 * The journal in `registry.db` of a folder that exists; `registry.pid` beside it names the owner.
 * @throws RegistryLockedError when another process has it open, JournalBrokenError when the file is not a journal.
 */
export function openSqliteJournal(dataDir: string): Journal {
  const release = acquirePidFile(path.join(dataDir, 'registry.pid'));
  try {
    return createSqliteJournal(openSqliteDatabase(path.join(dataDir, 'registry.db')), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** The journal over an open database, which it closes; `release` is called at the end. */
export function createSqliteJournal(database: Database.Database, release: () => void): Journal {
  const insert = database.prepare('INSERT INTO journal (seq, at, actor, action, payload, hash) VALUES (?, ?, ?, ?, ?, ?)');
  // `all`, as `get` adds a column of its own to every row.
  const select = database.prepare('SELECT seq, at, actor, action, payload, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?');
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
          throw new StoreUnavailableError('The registry cannot write now, nothing was changed; try again later.', { cause });
        }
      }),
    read: (afterSeq, limit) => whileOpen(() => select.all(afterSeq, limit).map((row) => journalRowSchema.parse(row))),
    // The file has one owner.
    onAppended: () => () => {},
    async close() {
      if (!open) return;
      open = false;
      database.close();
      release();
    },
  };
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
const unchainedRowsSchema = z.array(journalRowSchema.omit({ hash: true }));

/**
 * The database of a journal, made or brought to this version's schema when it is not there yet.
 * @throws JournalBrokenError when the file is not a journal this version can read; it is left as it was.
 */
export function openSqliteDatabase(file: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(file);
    database.pragma('journal_mode = WAL');
    // Every commit reaches the disk before it is acknowledged.
    database.pragma('synchronous = FULL');
    prepareSchema(database);
    return database;
  } catch (cause) {
    database?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new JournalBrokenError(`The registry's journal ${file} cannot be opened: ${reason}.`, { cause });
  }
}

function prepareSchema(database: Database.Database): void {
  const [found] = z.array(z.object({ user_version: z.number() })).parse(database.pragma('user_version'));
  const version = found?.user_version ?? 0;
  if (version === schemaVersion) return;
  if (version > schemaVersion) throw new Error('it was written by a newer version of Enfilade');
  const isThere = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'journal'").all().length > 0;
  database
    .transaction(() => {
      if (isThere) chainRows(database);
      else database.exec(table);
      database.exec(triggers);
    })
    .immediate();
}

/** From version 1, which had no hashes. Dropping the old table drops its triggers. */
function chainRows(database: Database.Database): void {
  database.exec('ALTER TABLE journal RENAME TO unchained');
  database.exec(table);
  const insert = database.prepare('INSERT INTO journal (seq, at, actor, action, payload, hash) VALUES (?, ?, ?, ?, ?, ?)');
  const rows = database.prepare('SELECT seq, at, actor, action, payload FROM unchained ORDER BY seq').all();
  let previous = chainStart;
  for (const unchained of unchainedRowsSchema.parse(rows)) {
    const { seq, at, actor, action, payload, hash } = rowOf(recordOf(unchained), previous);
    insert.run(seq, at, actor, action, payload, hash);
    previous = hash;
  }
  database.exec('DROP TABLE unchained');
}
