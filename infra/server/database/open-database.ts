import { openPostgresDatabase } from './postgres-database.ts';
import type { DatabasePlace, DatabaseUse, SiteDatabase } from './site-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/**
 * Opens the database of a site and creates missing tables. SQLite's file is locked until `close`. The connection to a PostgreSQL
 * server is restored after an outage.
 * @throws UnusableDatabaseError, DatabaseFaultError
 */
export function openSiteDatabase({ dataDir, databaseUrl: url }: DatabasePlace, use: DatabaseUse): Promise<SiteDatabase> {
  return url === undefined ? openSqliteDatabase(dataDir) : openPostgresDatabase(url, use);
}

/** Opens a database for reading; its site may be running. @throws UnusableDatabaseError, also if no database exists; DatabaseFaultError */
export function openSiteReader({ dataDir, databaseUrl: url }: DatabasePlace, use: DatabaseUse): Promise<SiteDatabase> {
  return url === undefined ? openSqliteDatabase(dataDir, { isReader: true }) : openPostgresDatabase(url, use, { isReader: true });
}
