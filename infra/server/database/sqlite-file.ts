import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'libsql';
import { z } from 'zod';

/** A database's file cannot be used as it is. The message is one sentence, with the way out. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError';
}

const program = process.env['ENFILADE_PROGRAM'];
/** How the commands that save and restore a site are called: a release archive names its program, a checkout uses npm. */
export const registryCall = program ? `${program} registry` : 'npm run registry --';
/** What to do about a damaged file. */
export const restoreBackup = `restore the last backup into an empty DATA_DIR with \`${registryCall} restore BACKUP\``;

export interface SqliteFileOptions {
  file: string;
  /** As a sentence begins: `The registry's journal`. */
  what: string;
  /** Each brings the tables to the next version. A released one never changes: what changes later is a step of its own. */
  steps: readonly ((database: Database.Database) => void)[];
  /** Looked at before anything is written. @param version 0: there are no tables yet. Throws for what must not be opened */
  check?: (database: Database.Database, version: number) => void;
  /** A file without anything in it is taken for one whose first start was cut off. Otherwise it is taken for an emptied one. */
  mayBeEmpty?: boolean;
  /** `FULL`: every commit is on the disk before it is acknowledged. */
  synchronous: 'FULL' | 'NORMAL';
}

/** What SQLite says of a file that is whole and cannot be used all the same. */
const reasons: Record<string, string> = {
  SQLITE_FULL: 'cannot be opened, the disk is full: make room, then start again',
  SQLITE_READONLY: 'cannot be written: give this user the right to, or name another DATA_DIR',
  SQLITE_CANTOPEN: 'cannot be opened: see that it is a file this user may write, or name another DATA_DIR',
  SQLITE_BUSY: 'is in use by another program: stop that program, or name another DATA_DIR',
};

/**
 * A database in a file, made or brought to this release's tables where it is not.
 * @throws DatabaseFileError when it is damaged, empty or of a newer release; it is left as it was
 */
export function openSqliteFile(options: SqliteFileOptions): Database.Database {
  const { file, what, steps, check, synchronous } = options;
  let database: Database.Database | undefined;
  try {
    if (!existsSync(file)) create(options);
    else if (!options.mayBeEmpty && isEmpty(file)) throw new Error('it is empty');
    assertWritable(file);
    database = new Database(file);
    assertWhole(database);
    const version = versionOf(database);
    if (version > steps.length)
      throw new DatabaseFileError(`${what} ${file} was written by a newer version of Enfilade: start that version.`);
    check?.(database, version);
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    takeSteps(database, steps, version);
    return database;
  } catch (cause) {
    database?.close();
    throw explain(cause, options);
  }
}

/** Under another name until it has its tables: so a file without any was emptied, and is no first start that was cut off. */
function create({ file, steps, check }: SqliteFileOptions): void {
  const aside = `${file}.new`;
  rmSync(aside, { force: true });
  const database = new Database(aside);
  try {
    check?.(database, 0);
    takeSteps(database, steps, 0);
    // Already here: libsql cannot empty the log of a file that became one with a log after it was checked.
    database.pragma('journal_mode = WAL');
    database.close();
    renameSync(aside, file);
  } catch (error) {
    database.close();
    rmSync(aside, { force: true });
    throw error;
  }
}

function takeSteps(database: Database.Database, steps: SqliteFileOptions['steps'], version: number): void {
  if (version === steps.length) return;
  database
    .transaction(() => {
      for (const step of steps.slice(version)) step(database);
      database.pragma(`user_version = ${steps.length}`);
    })
    .immediate();
}

/** What was written last may be in the log beside it alone. */
function isEmpty(file: string): boolean {
  return [file, `${file}-wal`].every((each) => (statSync(each, { throwIfNoEntry: false })?.size ?? 0) === 0);
}

/** Bytes 18 and 19 are the versions to write and to read the file by, 1 or 2. With another one SQLite reads it and fails at the first write. */
export function assertWritable(file: string): void {
  const descriptor = openSync(file, 'r');
  const versions = Buffer.alloc(2);
  readSync(descriptor, versions, 0, 2, 18);
  closeSync(descriptor);
  if (versions.some((version) => version > 2)) throw new Error('its header is not what was written');
}

/** Of the file's structure, with `integrity_check` also of its indexes; what its texts say is for who reads them. */
export function assertWhole(database: Database.Database, check: 'quick_check' | 'integrity_check' = 'quick_check'): void {
  const [found] = z.array(z.record(z.string(), z.string())).parse(database.pragma(`${check}(1)`));
  if (found?.[check] !== 'ok') throw new Error(found?.[check] ?? 'its check says nothing');
}

function versionOf(database: Database.Database): number {
  const [found] = z.array(z.object({ user_version: z.number() })).parse(database.pragma('user_version'));
  return found?.user_version ?? 0;
}

function explain(cause: unknown, { file, what }: SqliteFileOptions): Error {
  if (cause instanceof DatabaseFileError) return cause;
  const code = cause instanceof Database.SqliteError ? cause.code : '';
  const reason = Object.entries(reasons).find(([known]) => code.startsWith(known))?.[1];
  return reason === undefined ? damaged({ file, what }, cause) : new DatabaseFileError(`${what} ${file} ${reason}.`, { cause });
}

export function damaged({ file, what }: Pick<SqliteFileOptions, 'file' | 'what'>, cause: unknown): DatabaseFileError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = cause instanceof z.ZodError || cause instanceof SyntaxError ? 'what it holds is not what was written' : message;
  return new DatabaseFileError(`${what} ${file} is damaged (${reason}): ${restoreBackup}.`, { cause });
}

/** Some damage shows in use alone. @throws DatabaseFileError for it, and whatever else there is as it is */
export function throwDamage(where: Pick<SqliteFileOptions, 'file' | 'what'>, cause: unknown): never {
  // Its code has more forms than libsql has names for.
  throw cause instanceof Database.SqliteError && /malformed|not a database/.test(cause.message) ? damaged(where, cause) : cause;
}

/**
 * The rows of a question, with all their values as texts or null. libsql ends the whole process at a text that is not
 * UTF-8, such as one with a damaged byte, be it a value, the name or the type of a column: so values are read as bytes, of
 * which those that are no UTF-8 become another text, and columns are taken from the question.
 * @param sql `SELECT`, columns with commas between, each a name or ending in `AS name`, `FROM` and so on
 */
export function readTexts(database: Database.Database, sql: string, values: readonly (string | number | null)[] = []): unknown[] {
  const [, columns = ''] = /^SELECT (.+?) FROM /.exec(sql) ?? [];
  const names = columns.split(', ').map((column) => column.split(' ').at(-1));
  const texts = names.map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(', ');
  const rows = database.prepare(`SELECT ${texts} FROM (${sql})`).all(...values) as Record<string, unknown>[];
  const toText = (value: unknown) => (value instanceof ArrayBuffer ? Buffer.from(value).toString() : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toText(value)])));
}
