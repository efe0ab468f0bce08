import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import Database from 'libsql';
import { z } from 'zod';
import type { StateStore } from './memory-state.ts';

// Values are bytes: libsql ends the whole process at a text that is not UTF-8, such as one with a damaged byte.
const rowsSchema = z.array(z.object({ key: z.string(), value: z.instanceof(ArrayBuffer), ends_at: z.number() }));

/** Keeps the state of a site of one process in a file. @throws when the file is no such store, or cannot be opened */
export function openSqliteStore(file: string, clock: Clock): StateStore {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec('CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value BLOB NOT NULL, ends_at INTEGER NOT NULL) WITHOUT ROWID');
  database.prepare('DELETE FROM state WHERE ends_at <= ?').run(clock.now());
  const select = database.prepare('SELECT key, value, ends_at FROM state');
  const put = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM state WHERE key = ?');
  return {
    read: () =>
      rowsSchema.parse(select.all()).map(({ key, value, ends_at: endsAt }) => {
        return { key, value: JSON.parse(Buffer.from(value).toString()) as unknown, endsAt };
      }),
    write: database.transaction((changed: Parameters<StateStore['write']>[0]) => {
      for (const [key, entry] of changed) {
        if (entry) put.run(key, Buffer.from(JSON.stringify(entry.value)), entry.endsAt);
        else remove.run(key);
      }
    }),
    close: () => void database.close(),
  };
}
