import {
  accessSync,
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import Database from 'libsql';
import { z } from 'zod';
import { createOneAtATime } from '../http/kit.ts';
import {
  DatabaseFaultError,
  prepareTables,
  type Query,
  restoreBackup,
  type SiteDatabase,
  type SqlValue,
  selectFrom,
  tableNames,
  UnusableDatabaseError,
} from './site-database.ts';

export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
}

/**
 * Locks `file` until the returned function is called. The kernel holds the lock for all containers, and frees it if the process is killed.
 * No other code may open the file: closing the file would free the lock. Deleting the file could delete the next process's lock.
 * @throws LockHeldError
 */
export function holdLock(file: string): () => void {
  let database: Database.Database | undefined;
  try {
    const opened = new Database(file);
    database = opened;
    opened.exec('BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
    return () => void opened.close();
  } catch (cause) {
    database?.close();
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw new LockHeldError(`${file} is locked.`, { cause });
    throw new Error(`${file} cannot be locked: check the permissions of its folder.`, { cause });
  }
}

export const databaseFile = 'site.db';

/** Prevents a site from starting or running in the folder until the returned function is called. @throws UnusableDatabaseError */
export function lockDataDir(dataDir: string): () => void {
  try {
    return holdLock(path.join(dataDir, 'site.lock'));
  } catch (cause) {
    if (!(cause instanceof LockHeldError)) throw cause;
    throw new UnusableDatabaseError(
      `The site in ${dataDir} is in use by another process or container: stop the other site or command, or start with another DATA_DIR.`,
      { cause },
    );
  }
}

/** SQLite's codes for an undamaged file that cannot be used. */
const reasons: Record<string, string> = {
  SQLITE_FULL: 'cannot be opened because the disk is full: free space, then start again',
  SQLITE_READONLY: 'cannot be written: give this user write access, or name another DATA_DIR',
  SQLITE_CANTOPEN: 'cannot be opened: check that it is a file that this user may write, or name another DATA_DIR',
  SQLITE_BUSY: 'is in use by another program: stop that program, or name another DATA_DIR',
};

/** Refuses a damaged, empty or newer file and leaves the file unchanged. A reader locks and writes nothing; the site may be running. */
export async function openSqliteDatabase(dataDir: string, { isReader = false } = {}): Promise<SiteDatabase> {
  const release = isReader ? () => {} : lockDataDir(dataDir);
  const file = path.join(dataDir, databaseFile);
  let database: Database.Database | undefined;
  try {
    if (!existsSync(file)) await create(dataDir, file, isReader);
    if (isEmpty(file)) throw new Error('the file is empty');
    assertWritable(file);
    database = new Database(file);
    assertWhole(database, isReader ? 'integrity_check' : 'quick_check');
    database.pragma(isReader ? 'query_only = ON' : 'journal_mode = WAL');
    const site = createSqliteDatabase(database, file, release);
    await prepareTables(site, { isReader });
    for (const name of tableNames) database.prepare(selectFrom(name));
    return site;
  } catch (error) {
    database?.close();
    release();
    throw explain(error, file);
  }
}

/** The file gets its name last, so that an empty `site.db` always means lost data. */
async function create(dataDir: string, file: string, isReader: boolean): Promise<void> {
  if (existsSync(path.join(dataDir, 'registry.db')))
    throw new UnusableDatabaseError(
      `${dataDir} was written by a preview of Enfilade, whose files this version does not read: set DATA_DIR to an empty folder.`,
    );
  if (isReader) throw new UnusableDatabaseError(`There is no database ${file}: name the DATA_DIR or the DATABASE_URL of the site.`);
  // A database is created before the first version is stored: if a version exists, the database was lost.
  if (hasArtifacts(dataDir))
    throw new UnusableDatabaseError(`${file} is missing, but the folder artifacts beside it has published versions: ${restoreBackup}.`);
  const aside = `${file}.new`;
  rmSync(aside, { force: true });
  const raw = new Database(aside);
  // Set before the tables are checked: libsql cannot truncate the log of a file that switches to WAL after a check.
  raw.pragma('journal_mode = WAL');
  const made = createSqliteDatabase(raw, aside, () => {});
  try {
    await prepareTables(made);
    await made.close();
    renameSync(aside, file);
  } catch (error) {
    await made.close();
    rmSync(aside, { force: true });
    throw error;
  }
}

function hasArtifacts(dataDir: string): boolean {
  try {
    return readdirSync(path.join(dataDir, 'artifacts')).some((name) => !name.startsWith('.') && !isLeftBehind(name));
  } catch {
    return false;
  }
}

/** @param release called on `close` */
export function createSqliteDatabase(database: Database.Database, file: string, release: () => void): SiteDatabase {
  const oneAtATime = createOneAtATime();
  // Commits other than `append` do not wait for the disk. Only a power failure can undo these commits.
  database.pragma('synchronous = NORMAL');
  database.pragma('secure_delete = ON');
  // A prepared statement still runs after its database was closed, so every statement checks this flag.
  let isOpen = true;
  const run = (sql: string, values?: readonly SqlValue[]): unknown[] => {
    try {
      if (!isOpen) throw new Error('The database is closed.');
      return runStatement(database, sql, values);
    } catch (cause) {
      // Compares messages, because libsql does not name all of SQLite's codes for damage.
      const isDamage = cause instanceof Database.SqliteError && /malformed|not a database/.test(cause.message);
      throw isDamage ? damaged(file, cause) : new DatabaseFaultError(true, cause);
    }
  };
  const ask: Query = async (sql, values) => run(sql, values);
  const truncateLog = () => database.pragma('wal_checkpoint(TRUNCATE)');
  return {
    engine: 'sqlite',
    query: (sql, values) => oneAtATime(() => ask(sql, values)),
    append: (sql, values) =>
      oneAtATime(async () => {
        if (isOpen) database.pragma('synchronous = FULL');
        try {
          return run(sql, values);
        } finally {
          if (isOpen) database.pragma('synchronous = NORMAL');
        }
      }),
    transaction: (work) =>
      oneAtATime(async () => {
        run('BEGIN IMMEDIATE');
        try {
          const result = await work(ask);
          run('COMMIT');
          return result;
        } catch (error) {
          // If the disk is full, SQLite has rolled back the transaction already.
          if (database.inTransaction) run('ROLLBACK');
          throw error;
        }
      }),
    assertWritable: () => oneAtATime(async () => tryToWrite(database, file, run)),
    overwriteDeleted: () => oneAtATime(async () => void truncateLog()),
    close: () =>
      oneAtATime(async () => {
        if (!isOpen) return;
        try {
          // `close` alone leaves the last records in the log, where a copy of the database file would lack the records.
          truncateLog();
        } catch {
          // The disk is full: the next start reads the records from the log.
        }
        isOpen = false;
        database.close();
        release();
      }),
  };
}

function runStatement(database: Database.Database, sql: string, values: readonly SqlValue[] = []): unknown[] {
  if (sql.startsWith('SELECT')) return readTexts(database, sql, values);
  if (sql.endsWith('RETURNING seq')) return database.prepare(sql).all(...values);
  if (values.length > 0) database.prepare(sql).run(...values);
  else database.exec(sql);
  return [];
}

const probeBytes = 8_192;

/** The row is rolled back. It exceeds the free pages but never reaches the disk, so the check also writes a file of the same size. */
function tryToWrite(database: Database.Database, file: string, run: (sql: string, values?: readonly SqlValue[]) => unknown): void {
  const probe = `${file}.probe`;
  try {
    accessSync(file);
    run('BEGIN IMMEDIATE');
    run("INSERT INTO journal (seq, at, actor, action, payload, hash) VALUES (-1, '', '', '', ?, '')", ['x'.repeat(probeBytes)]);
    writeFileSync(probe, Buffer.alloc(probeBytes));
  } catch (cause) {
    throw cause instanceof DatabaseFaultError ? cause : new DatabaseFaultError(true, cause);
  } finally {
    if (database.inTransaction) run('ROLLBACK');
    rmSync(probe, { force: true });
  }
}

/** An empty database file is valid if its log has contents. */
function isEmpty(file: string): boolean {
  return [file, `${file}-wal`].every((each) => (statSync(each, { throwIfNoEntry: false })?.size ?? 0) === 0);
}

/** Bytes 18 and 19 are SQLite's write and read versions, 1 or 2. If the bytes are damaged, SQLite fails only at the first write. */
function assertWritable(file: string): void {
  const descriptor = openSync(file, 'r');
  const versions = Buffer.alloc(2);
  readSync(descriptor, versions, 0, 2, 18);
  closeSync(descriptor);
  if (versions.some((version) => version > 2)) throw new Error('its header is damaged');
}

/** `integrity_check` also checks the indexes. Each reader checks the texts of rows. */
function assertWhole(database: Database.Database, check: 'quick_check' | 'integrity_check'): void {
  const [found] = z.array(z.record(z.string(), z.string())).parse(database.pragma(`${check}(1)`));
  if (found?.[check] !== 'ok') throw new Error(found?.[check] ?? 'the check has no result');
}

function explain(error: unknown, file: string): Error {
  if (error instanceof UnusableDatabaseError) return error;
  const cause = error instanceof DatabaseFaultError ? error.cause : error;
  const code = cause instanceof Database.SqliteError ? cause.code : '';
  const reason = Object.entries(reasons).find(([known]) => code.startsWith(known))?.[1];
  return reason === undefined ? damaged(file, cause) : new UnusableDatabaseError(`The database ${file} ${reason}.`, { cause });
}

function damaged(file: string, cause: unknown): UnusableDatabaseError {
  const reason = cause instanceof Error && !(cause instanceof z.ZodError) ? cause.message : 'its contents are damaged';
  return new UnusableDatabaseError(`The database ${file} is damaged (${reason}): ${restoreBackup}.`, { cause });
}

/**
 * The rows of a query, with all values as texts or null. libsql aborts the process at a text that is not UTF-8, for example after a byte
 * was damaged: in a value, a column's name or a column's type. So values are read as bytes, and the columns' names come from the query.
 * @param sql `SELECT`, columns separated by commas, each a name or ending in `AS name`, then `FROM` and the rest
 */
function readTexts(database: Database.Database, sql: string, values: readonly SqlValue[]): unknown[] {
  const [, columns = ''] = /^SELECT (.+?) FROM /.exec(sql) ?? [];
  const names = columns.split(', ').map((column) => column.split(' ').at(-1));
  const texts = names.map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(', ');
  const rows = database.prepare(`SELECT ${texts} FROM (${sql})`).all(...values) as Record<string, unknown>[];
  const toText = (value: unknown) => (value instanceof ArrayBuffer ? Buffer.from(value).toString() : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toText(value)])));
}
