import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { Client } from 'pg';
import { openSiteDatabase } from '../../database/open-database.ts';
import type { DatabasePlace } from '../../database/site-database.ts';
import type { JournalRecord } from '../actions/actions.ts';
import { chainStart, createJournal, type Journal, type JournalRow, rowOf } from '../journal/journal.ts';
import { releaseOf } from './built-remote.ts';
import type { PostgresServer } from './postgres-server.ts';
import { silentLog } from './temporary-registry.ts';

/** `close` also closes the database. */
export async function openJournal(place: DatabasePlace): Promise<Journal> {
  const database = await openSiteDatabase(place, silentLog);
  const journal = createJournal(database);
  return { ...journal, close: () => journal.close().finally(() => database.close()) };
}

export interface JournalHome {
  open(): Promise<Journal>;
  /** Runs SQL on the table `journal` without the journal. */
  run(sql: string, values?: (string | number)[]): Promise<void>;
  /** Disables the triggers that protect the table. */
  dropGuards(): Promise<void>;
  end(): Promise<void>;
}

export async function createSqliteHome(): Promise<JournalHome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-journal-'));
  const run = async (sql: string, values: (string | number)[] = []) => {
    const database = new Database(path.join(folder, 'site.db'));
    try {
      if (values.length > 0) database.prepare(sql).run(...values);
      else database.exec(sql);
    } finally {
      database.close();
    }
  };
  return {
    open: () => openJournal({ dataDir: folder }),
    run,
    dropGuards: () => run('DROP TRIGGER journal_never_changes; DROP TRIGGER journal_never_shrinks'),
    end: () => rm(folder, { recursive: true }),
  };
}

export async function createPostgresHome(server: PostgresServer): Promise<JournalHome> {
  const url = await server.createDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = async (sql: string, values?: (string | number)[]) => {
    let position = 0;
    const numbered = sql.replaceAll('?', () => `$${++position}`);
    await (values ? client.query(numbered, values) : client.query(numbered));
  };
  return {
    open: () => openJournal({ dataDir: '', databaseUrl: url }),
    run,
    dropGuards: () => run('ALTER TABLE journal DISABLE TRIGGER USER'),
    end: () => client.end(),
  };
}

export function chainOf(records: readonly JournalRecord[], previous = chainStart): JournalRow[] {
  let hash = previous;
  return records.map((record) => {
    const row = rowOf(record, hash);
    hash = row.hash;
    return row;
  });
}

const at = (seq: number) => new Date(seq * 1_000).toISOString();

/** A version is published, then pinned and unpinned in turn. */
export function exampleRecords(count: number): JournalRecord[] {
  const place = { museumId: '*', name: 'landing' } as const;
  return Array.from({ length: count }, (_, index): JournalRecord => {
    const seq = index + 1;
    const stamp = { seq, at: at(seq), actor: 'tests' };
    if (seq === 1) return { ...stamp, ...publishing('1.0.0') };
    if (seq % 2 === 1) return { ...stamp, action: 'pin-removed', payload: { ...place, previous: '1.0.0' } };
    return { ...stamp, action: 'pin-set', payload: { ...place, version: '1.0.0', previous: null } };
  });
}

export const publishing = (version: string, declaration = releaseOf().declaration) => ({
  action: 'version-published' as const,
  payload: releaseOf({ version, declaration }),
});
