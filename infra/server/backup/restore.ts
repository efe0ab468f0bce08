import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openSiteDatabase } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { databaseFile, lockDataDir } from '../database/sqlite-database.ts';
import { openArtifactStore } from '../registry/artifacts/artifact-store.ts';
import { type Backup, type Dump, dumpSite, journalOf, openBackup, readTables, writeTables } from './backup.ts';
import { copyVersions, MovingError, replaceFile, type Use, withArtifacts } from './site-home.ts';

/**
 * Makes a site of a backup: in DATA_DIR, and its tables in DATABASE_URL if that is set. The tables come last and all at
 * once, so that no site starts with half of them. One that was cut off is gone on with.
 * @returns the versions that could not be restored, as `name version`
 * @throws MovingError before anything is changed if there is another site already; JournalBrokenError
 */
export async function restore(use: Use, from: string): Promise<{ records: number; lost: string[] }> {
  const { home, tell } = use;
  const backup = await openBackup(from);
  const saved = await openArtifactStore(from, use.clock);
  await mkdir(home.dataDir, { recursive: true });
  // A site on SQLite does not run meanwhile, nor start.
  const release = home.databaseUrl === undefined ? lockDataDir(home.dataDir) : () => {};
  try {
    const writeDump = await openTarget(use, backup);
    const files = await findMissingFiles(use, backup);
    // Moved first, because a site does not start beside these files.
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

/** @returns what writes the tables, unless they are there */
async function openTarget(use: Use, { folder, dump }: Backup): Promise<() => Promise<void>> {
  const { home, clock } = use;
  const there = await readThere(use);
  const hashOf = (of: Dump) => journalOf(of).at(-1)?.hash;
  if (there && hashOf(there) !== undefined && hashOf(there) !== hashOf(dump))
    throw new MovingError(
      `${home.databaseUrl === undefined ? home.dataDir : 'The database of DATABASE_URL'} holds records that the backup ${folder} does not: restore into an empty one.`,
    );
  const fill = async (database: SiteDatabase) => {
    try {
      await database.transaction((query) => writeTables(query, dump));
    } finally {
      await database.close();
    }
  };
  if (there && hashOf(there) === hashOf(dump)) return async () => {};
  if (home.databaseUrl !== undefined) return async () => fill(await openSiteDatabase(home, use));
  return async () => {
    // Written in a folder of its own, because a new database beside artifacts counts as a lost one.
    const aside = path.join(home.dataDir, '.restoring');
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { mode: 0o700 });
    await fill(await openSiteDatabase({ dataDir: aside }, { clock, log: use.log }));
    await rename(path.join(aside, databaseFile), path.join(home.dataDir, databaseFile));
    await rm(aside, { recursive: true });
  };
}

/** Undefined if the file does not exist. */
async function readThere(use: Use): Promise<Dump | undefined> {
  const { home, clock } = use;
  if (home.databaseUrl === undefined) return existsSync(path.join(home.dataDir, databaseFile)) ? (await dumpSite(use)).dump : undefined;
  const database = await openSiteDatabase(home, use);
  return (await readTables(database.query, clock.now()).finally(() => database.close())).dump;
}

/** Files of the backup, below DATA_DIR. @throws MovingError if another is there */
async function findMissingFiles({ home }: Use, { folder, manifest }: Backup): Promise<[string, Buffer][]> {
  const missing: [string, Buffer][] = [];
  for (const saved of Object.keys(manifest.digests)) {
    const [top, ...below] = saved.split(path.sep);
    if (top !== 'files') continue;
    const name = path.join(...below);
    const bytes = await readFile(path.join(folder, manifest.snapshot, saved));
    const there = await readFile(path.join(home.dataDir, name)).catch(() => undefined);
    if (there && !there.equals(bytes)) throw new MovingError(`${home.dataDir} has another ${name}: restore into an empty DATA_DIR.`);
    if (!there) missing.push([name, bytes]);
  }
  return missing;
}
