import { openPostgresDatabase } from './postgres-database.ts';
import type { DatabasePlace, DatabaseUse, SiteDatabase } from './site-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

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
