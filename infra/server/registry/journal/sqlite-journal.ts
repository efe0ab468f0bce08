import path from 'node:path';
import Database from 'libsql';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { type Journal, SeqTakenError } from './journal.ts';
import { journalRowSchema } from './journal-row.ts';
import { claimPidFile } from './pid-file.ts';
import { openSqliteDatabase } from './sqlite-schema.ts';

/**
 * The journal in `registry.db` of a folder that exists; `registry.pid` beside it names the owner.
 * @throws RegistryLockedError when another process has it open, JournalBrokenError when the file is not a journal.
 */
export function openSqliteJournal(dataDir: string): Journal {
  const release = claimPidFile(path.join(dataDir, 'registry.pid'));
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
          if (isTaken(cause)) throw new SeqTakenError(seq, { cause });
          throw new StoreUnavailableError('The registry cannot write now, nothing was changed; try again later.', { cause });
        }
      }),
    read: (afterSeq, limit) => whileOpen(() => select.all(afterSeq, limit).map((row) => journalRowSchema.parse(row))),
    // The file has one owner.
    onNews: () => () => {},
    async close() {
      if (!open) return;
      open = false;
      database.close();
      release();
    },
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}
