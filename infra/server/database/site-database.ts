import type { Clock } from '@enfilade/shared-contracts/kit/clock';

export type SqlValue = string | number | null;

/**
 * Runs one statement that SQLite and PostgreSQL both know, with `?` for values.
 * @returns the rows; a number may be its digits
 * @throws DatabaseFaultError, UnusableDatabaseError
 */
export type Query = (sql: string, values?: readonly SqlValue[]) => Promise<readonly unknown[]>;

/** Where a site keeps its records, counts and questions: tables of `tables.ts`, in a file or on a server that gateways share. */
export interface SiteDatabase {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** A statement whose changes are on the disk once the call resolves. Those of other calls may be lost with the power. */
  append: Query;
  /** All statements or none, and one transaction after the other, in whichever process it begins. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Tries whether a row could be written, without changing anything. @throws DatabaseFaultError */
  assertWritable(): Promise<void>;
  /** After rows were deleted: the files of the database hold nothing of them any more. PostgreSQL leaves that to its vacuum. */
  overwriteDeleted(): Promise<void>;
  /** Calls the listener whenever another process may have appended to the journal. @returns ends the subscription */
  onAppended(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface DatabasePlace {
  /** A folder that exists. */
  dataDir: string;
  /** `postgres://…`. Absent: the database is `site.db` in `dataDir`. */
  databaseUrl?: string | undefined;
}

export interface DatabaseUse {
  clock: Clock;
  log: { warn(facts: object, message: string): void };
}

/** The database cannot be used as it is. The message is one sentence, with the way out. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** The database did not run a statement. */
export class DatabaseFaultError extends Error {
  override readonly name = 'DatabaseFaultError';
  /** Of the system, SQLite or PostgreSQL; empty if none of them gave one. */
  readonly code: string;
  /** Whether the statement certainly changed nothing. */
  readonly isUndone: boolean;

  constructor(isUndone: boolean, cause: unknown) {
    // Not the message of the cause, which may repeat an address with a password.
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    super(`The database did not run a statement (${code || 'no answer'}): try again later.`, { cause });
    this.code = code;
    this.isUndone = isUndone;
  }
}

const program = process.env['ENFILADE_PROGRAM'];
/** How the commands that save and restore a site are called: a release archive names its program, a checkout uses npm. */
export const registryCall = program ? `${program} registry` : 'npm run registry --';
/** What to do about damaged data. */
export const restoreBackup = `restore the last backup into an empty DATA_DIR with \`${registryCall} restore BACKUP\``;
