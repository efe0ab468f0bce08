import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { openPostgresDatabase } from './postgres-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

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

/**
 * Opens the database of a site and makes its tables if they are missing. The file is locked until the database is closed.
 * A server that goes away later is connected to again.
 * @throws UnusableDatabaseError, DatabaseFaultError
 */
export function openSiteDatabase({ dataDir, databaseUrl: url }: DatabasePlace, use: DatabaseUse): Promise<SiteDatabase> {
  return url === undefined ? openSqliteDatabase(dataDir) : openPostgresDatabase(url, use);
}

/** Opens the database of a site that may be running, to read it. @throws UnusableDatabaseError, also if there is none; DatabaseFaultError */
export function openSiteReader({ dataDir, databaseUrl: url }: DatabasePlace, use: DatabaseUse): Promise<SiteDatabase> {
  return url === undefined ? openSqliteDatabase(dataDir, { isReader: true }) : openPostgresDatabase(url, use, { isReader: true });
}
