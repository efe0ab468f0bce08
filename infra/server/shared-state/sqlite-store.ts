import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { damaged, openSqliteFile, readTexts } from '../database/sqlite-file.ts';
import type { StateStore } from './memory-state.ts';

/** How a value lies in a file or a table. */
export const stateRowSchema = z.object({
  key: z.string(),
  value: z.string().refine((value) => parseJson(value) !== undefined),
  ends_at: z.coerce.number(),
});
export type StateRow = z.infer<typeof stateRowSchema>;
const rowsSchema = z.array(stateRowSchema);
const table = 'CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value BLOB NOT NULL, ends_at INTEGER NOT NULL) WITHOUT ROWID';
export const selectState = 'SELECT key, value, ends_at FROM state';
const what = 'The file of what the site counts';

/** Keeps the state of a site of one process in a file. @throws DatabaseFileError */
export function openSqliteStore(file: string, clock: Clock): StateStore {
  const database = openSqliteFile({
    file,
    what,
    steps: [(made) => void made.exec(table)],
    check: (made, version) => void (version > 0 && made.prepare(selectState)),
    synchronous: 'NORMAL',
  });
  const put = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM state WHERE key = ?');
  return {
    read() {
      try {
        database.prepare('DELETE FROM state WHERE ends_at <= ?').run(clock.now());
        return rowsSchema.parse(readTexts(database, selectState)).map(({ key, value, ends_at: endsAt }) => {
          return { key, value: JSON.parse(value) as unknown, endsAt };
        });
      } catch (error) {
        database.close();
        throw damaged({ file, what }, error);
      }
    },
    write: database.transaction((changed: Parameters<StateStore['write']>[0]) => {
      for (const [key, entry] of changed) {
        if (entry) put.run(key, Buffer.from(JSON.stringify(entry.value)), entry.endsAt);
        else remove.run(key);
      }
    }),
    close() {
      // A copy of the file alone would be without what is in its log.
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

/** Makes such a file, or adds rows to one. */
export function writeStateRows(file: string, rows: readonly unknown[], clock: Clock): void {
  const store = openSqliteStore(file, clock);
  const entries = rowsSchema.parse(rows);
  store.write(new Map(entries.map(({ key, value, ends_at: endsAt }) => [key, { value: parseJson(value), endsAt }])));
  store.close();
}
