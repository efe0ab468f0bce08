import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openSiteDatabase } from '../database/open-database.ts';
import { insertRows, type SiteDatabase, tableNames } from '../database/site-database.ts';
import { databaseFile, lockDataDir } from '../database/sqlite-database.ts';
import { openArtifactStore } from '../registry/artifacts/artifact-store.ts';
import { type Backup, type Dump, dumpSite, journalOf, openBackup, readTables } from './backup.ts';
import { copyVersions, MovingError, replaceFile, type Use, withArtifacts } from './site-home.ts';

/**
 * Continues an interrupted restore. Writes the tables last, in one transaction, so that no site starts with a part of the tables.
 * @returns the versions that could not be restored, as `name version`
 * @throws MovingError before changing anything if the target holds another site; JournalBrokenError
 */
export async function restore(use: Use, from: string): Promise<{ records: number; lost: string[] }> {
  const { home, tell } = use;
  const backup = await openBackup(from);
  const saved = await openArtifactStore(from, use.clock);
  await mkdir(home.dataDir, { recursive: true });
  // The lock prevents a site on SQLite from starting or running during the restore.
  const release = home.databaseUrl === undefined ? lockDataDir(home.dataDir) : () => {};
  try {
    const writeDump = await openTarget(use, backup);
    const files = await findMissingFiles(use, backup);
    // Artifacts are copied first: a site does not start if artifacts exist and the database is missing.
    const lost = await withArtifacts(use, (artifacts) => copyVersions(backup.state, saved, artifacts, use));
    for (const [name, bytes] of files) await replaceFile(path.join(home.dataDir, name), bytes);
    tell('keys and accounts');
    await writeDump();
    tell('records, questions and counts');
    return { records: backup.manifest.records, lost };
  } finally {
    release();
  }
}

/** @returns a function that writes the tables, or does nothing if the tables are already complete */
async function openTarget(use: Use, { folder, dump }: Backup): Promise<() => Promise<void>> {
  const { home } = use;
  const there = await readThere(use);
  const hashOf = (of: Dump) => journalOf(of).at(-1)?.hash;
  if (there && hashOf(there) !== undefined && hashOf(there) !== hashOf(dump))
    throw new MovingError(
      `${home.databaseUrl === undefined ? home.dataDir : 'The database of DATABASE_URL'} differs from the journal of the backup ${folder}: restore into an empty target.`,
    );
  const fill = async (database: SiteDatabase) => {
    try {
      await database.transaction(async (query) => {
        for (const name of tableNames) await insertRows(query, name, dump[name]);
      });
    } finally {
      await database.close();
    }
  };
  if (there && hashOf(there) === hashOf(dump)) return async () => {};
  if (home.databaseUrl !== undefined) return async () => fill(await openSiteDatabase(home, use.log));
  return async () => {
    // Opening a new database beside artifacts is refused as a lost database, so the database is written in another folder.
    const aside = path.join(home.dataDir, '.restoring');
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { mode: 0o700 });
    await fill(await openSiteDatabase({ dataDir: aside }, use.log));
    await rename(path.join(aside, databaseFile), path.join(home.dataDir, databaseFile));
    await rm(aside, { recursive: true });
  };
}

/** Undefined if the target has no database file. */
async function readThere(use: Use): Promise<Dump | undefined> {
  const { home, clock } = use;
  if (home.databaseUrl === undefined) return existsSync(path.join(home.dataDir, databaseFile)) ? (await dumpSite(use)).dump : undefined;
  const database = await openSiteDatabase(home, use.log);
  return (await readTables(database.query, clock.now()).finally(() => database.close())).dump;
}

/** @throws MovingError if DATA_DIR has a file with other contents */
async function findMissingFiles({ home }: Use, { folder, manifest }: Backup): Promise<[string, Buffer][]> {
  const missing: [string, Buffer][] = [];
  for (const saved of Object.keys(manifest.digests)) {
    const [top, ...below] = saved.split(path.sep);
    if (top !== 'files') continue;
    const name = path.join(...below);
    const bytes = await readFile(path.join(folder, manifest.snapshot, saved));
    const there = await readFile(path.join(home.dataDir, name)).catch(() => undefined);
    if (there && !there.equals(bytes))
      throw new MovingError(`${home.dataDir} has a ${name} that differs from the backup's: restore into an empty DATA_DIR.`);
    if (!there) missing.push([name, bytes]);
  }
  return missing;
}
