import type { Log } from '../http/create-log.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import type { DatabasePlace, SiteDatabase } from './site-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** Creates missing tables. Locks SQLite's file; reconnects to PostgreSQL. @throws UnusableDatabaseError, DatabaseFaultError */
export function openSiteDatabase({ dataDir, databaseUrl: url }: DatabasePlace, log: Pick<Log, 'warn'>): Promise<SiteDatabase> {
  return url === undefined ? openSqliteDatabase(dataDir) : openPostgresDatabase(url, log);
}

/** The database's site may be running. @throws UnusableDatabaseError, also if no database exists; DatabaseFaultError */
export function openSiteReader({ dataDir, databaseUrl: url }: DatabasePlace, log: Pick<Log, 'warn'>): Promise<SiteDatabase> {
  return url === undefined ? openSqliteDatabase(dataDir, { isReader: true }) : openPostgresDatabase(url, log, { isReader: true });
}
