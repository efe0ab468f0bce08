import path from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { JournalBrokenError, StoreUnavailableError } from '../registry-error.ts';
import type { Journal } from './journal.ts';
import { claimPidFile } from './pid-file.ts';
import { type JournalRecord, journalRecordSchema } from './record.ts';

const schemaVersion = 1;
const tables = `
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, payload TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS journal_never_changes BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
  CREATE TRIGGER IF NOT EXISTS journal_never_shrinks BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
  PRAGMA user_version = ${schemaVersion};
`;
const rowSchema = z.object({ seq: z.number(), at: z.string(), actor: z.string(), action: z.string(), payload: z.string() });

/**
 * The journal in `registry.db` of a folder that exists; `registry.pid` beside it names the owner.
 * @throws RegistryLockedError when another process has it open, JournalBrokenError when the file is not a journal.
 */
export function openSqliteJournal(dataDir: string): Journal {
  const release = claimPidFile(path.join(dataDir, 'registry.pid'));
  try {
    return createSqliteJournal(openDatabase(path.join(dataDir, 'registry.db')), release);
  } catch (error) {
    release();
    throw error;
  }
}

function createSqliteJournal(database: Database.Database, release: () => void): Journal {
  const insert = database.prepare('INSERT INTO journal (seq, at, actor, action, payload) VALUES (?, ?, ?, ?, ?)');
  // `all`, as `get` adds a column of its own to every row.
  const select = database.prepare('SELECT seq, at, actor, action, payload FROM journal WHERE seq > ? ORDER BY seq LIMIT ?');
  // A prepared statement still runs after its database was closed, so the journal has to remember.
  let open = true;
  const whileOpen = <T>(call: () => T): Promise<T> =>
    open ? new Promise((resolve) => resolve(call())) : Promise.reject(new StoreUnavailableError('The registry is closed.'));
  return {
    append: ({ seq, at, actor, action, payload }) =>
      whileOpen(() => {
        try {
          insert.run(seq, at, actor, action, JSON.stringify(payload));
        } catch (cause) {
          throw new StoreUnavailableError('The registry cannot write now, nothing was changed; try again later.', { cause });
        }
      }),
    read: (afterSeq, limit) => whileOpen(() => select.all(afterSeq, limit).map(parseRow)),
    async close() {
      if (!open) return;
      open = false;
      database.close();
      release();
    },
  };
}

function openDatabase(file: string): Database.Database {
  try {
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    // Every commit reaches the disk before it is acknowledged.
    database.pragma('synchronous = FULL');
    const [found] = z.array(z.object({ user_version: z.number() })).parse(database.pragma('user_version'));
    if (found && found.user_version > schemaVersion) throw new Error('it was written by a newer version of Enfilade');
    database.exec(tables);
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new JournalBrokenError(`The registry's journal ${file} cannot be opened: ${reason}.`, { cause });
  }
}

function parseRow(row: unknown): JournalRecord {
  const { payload, ...columns } = rowSchema.parse(row);
  const parsed = journalRecordSchema.safeParse({ ...columns, payload: parseJson(payload) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the record';
  throw new JournalBrokenError(`Record ${columns.seq} of the journal is not valid: ${where}: ${issue?.message}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
