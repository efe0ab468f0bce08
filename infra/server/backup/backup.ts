import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { holdLock, LockHeldError } from '../database/held-lock.ts';
import { openSiteReader } from '../database/open-database.ts';
import { restoreBackup } from '../database/site-database.ts';
import type { ArtifactStore } from '../registry/artifacts/artifact-store.ts';
import { openPrivateFolder } from '../registry/artifacts/private-files.ts';
import type { JournalRow } from '../registry/journal/journal-row.ts';
import type { RegistryState } from '../registry/state/registry-state.ts';
import type { Release } from '../registry/state/releases.ts';
import { type Dump, journalOf, parseLines, readTables, toLines } from './dump.ts';
import {
  copyPrivateFiles,
  digestOf,
  listSiteFiles,
  MovingError,
  privateFilesOf,
  readRelease,
  readStored,
  releasesOf,
  replaceFile,
  stateOf,
  type Use,
  withArtifacts,
  writePrivately,
} from './site-home.ts';

/**
 * What a backup holds. `artifacts/` only grows, so that the next backup into the same folder adds what is new; the rest is
 * in a folder of its own each time. This file comes last: until then the backup is the one before.
 */
const manifestSchema = z.object({
  format: z.literal(1, 'is of another version of Enfilade'),
  madeAt: z.iso.datetime(),
  /** How many records of the journal, and the hash of the last. */
  records: z.number().int().nonnegative(),
  hash: z.string(),
  /** The folder with the tables, keys and accounts. */
  snapshot: z.string().regex(/^snapshot-\d+$/),
  /** SHA-256 of everything in it. */
  digests: z.record(z.string(), z.string()),
  /** Versions whose files the site itself did not have, as `name version`. */
  missing: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

export interface Backup {
  folder: string;
  manifest: BackupManifest;
  dump: Dump;
  state: RegistryState;
}

const manifestFile = (folder: string) => path.join(folder, 'backup.json');
const dumpFile = 'site.ndjson';
export const versionFolder = (folder: string, { name, version }: Release) => path.join(folder, 'artifacts', name, version);

export const savedPrivateFiles = (folder: string) => openPrivateFolder(path.join(folder, 'artifacts'));

/** One sentence for each table with damaged rows. */
export const describeDamage = (damaged: Readonly<Record<string, number>>): string[] =>
  Object.entries(damaged).flatMap(([table, count]) =>
    count > 0 ? [`Rows of the table ${table} are not what was written, ${count} of them: delete them, or ${restoreBackup}.`] : [],
  );

/**
 * Brings a folder to what the site is now; the site goes on meanwhile. One that was cut off is gone on with.
 * @returns what the backup holds, and a sentence for each thing that the site has not whole
 * @throws MovingError, JournalBrokenError
 */
export async function backUp(use: Use, folder: string): Promise<{ manifest: BackupManifest; problems: string[] }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const release = claim(folder);
  try {
    return await write(use, folder);
  } finally {
    release();
  }
}

function claim(folder: string): () => void {
  try {
    return holdLock(path.join(folder, 'backup.lock'));
  } catch (error) {
    if (error instanceof LockHeldError) throw new MovingError(`Another process is writing a backup into ${folder}: wait until it ends.`);
    throw error;
  }
}

async function write(use: Use, folder: string): ReturnType<typeof backUp> {
  const { home, clock, tell } = use;
  // Files are stored before the record that names them: those of all records read here are there.
  const { dump, damaged } = await dumpSite(use);
  const rows = journalOf(dump);
  const state = await stateOf(rows);
  await assertSameSite(folder, rows);
  tell(`${rows.length} records of the journal`);
  const missing = await withArtifacts(use, async (artifacts) => {
    const { lost } = await copyPrivateFiles(privateFilesOf(state), artifacts.privateFiles, savedPrivateFiles(folder));
    if (lost > 0) tell(`${lost} private files of versions are not whole on the site`);
    return saveArtifacts(artifacts, use, folder, releasesOf(state));
  });
  const snapshot = `snapshot-${clock.now()}`;
  const where = path.join(folder, snapshot);
  for (const file of await listSiteFiles(home.dataDir))
    await writePrivately(path.join(where, 'files', file), await readFile(path.join(home.dataDir, file)));
  await writePrivately(path.join(where, dumpFile), toLines(dump));
  tell('keys, accounts, questions and counts');
  const manifest: BackupManifest = {
    format: 1,
    madeAt: new Date(clock.now()).toISOString(),
    records: rows.length,
    hash: rows.at(-1)?.hash ?? '',
    snapshot,
    digests: await digestsOf(where),
    missing,
  };
  await replaceFile(manifestFile(folder), JSON.stringify(manifest, null, 2));
  for (const old of await readdir(folder))
    if (old.startsWith('snapshot-') && old !== snapshot) await rm(path.join(folder, old), { recursive: true });
  const absent = missing.map((version) => `Files of ${version} are not whole on the site and not in the backup.`);
  return { manifest, problems: [...describeDamage(damaged), ...absent] };
}

/** The tables of a site, which may be running. */
export async function dumpSite(use: Use): ReturnType<typeof readTables> {
  const database = await openSiteReader(use.home, use);
  return readTables(database.query, use.clock.now()).finally(() => database.close());
}

/** @throws MovingError when the last backup into the folder has a record that the journal does not have */
async function assertSameSite(folder: string, rows: readonly JournalRow[]): Promise<void> {
  const before = await readManifest(folder);
  if (before && before.records > 0 && rows[before.records - 1]?.hash !== before.hash)
    throw new MovingError(
      `${folder} is the backup of another site, or of this one with a journal that has lost records: name another folder.`,
    );
}

/** @returns the versions that the site itself has not whole */
async function saveArtifacts(artifacts: ArtifactStore, { tell }: Use, folder: string, releases: readonly Release[]): Promise<string[]> {
  const missing: string[] = [];
  const staged = path.join(folder, 'artifacts/.incoming');
  for (const [at, release] of releases.entries()) {
    const target = versionFolder(folder, release);
    if (existsSync(target)) continue;
    const named = `${release.name} ${release.version}`;
    const contents = await readStored(artifacts, release);
    await rm(staged, { recursive: true, force: true });
    for (const [file, bytes] of contents ?? []) await writePrivately(path.join(staged, file), bytes);
    for (const made of [staged, path.dirname(target)]) await mkdir(made, { recursive: true, mode: 0o700 });
    if (contents) await rename(staged, target);
    else missing.push(named);
    tell(`version ${at + 1} of ${releases.length}: ${named}${contents ? '' : ' is not whole on the site'}`);
  }
  return missing;
}

async function digestsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const digests = await Promise.all(files.map(async (file) => [path.relative(folder, file), digestOf(await readFile(file))] as const));
  return Object.fromEntries(digests.sort());
}

/** Undefined if no backup into the folder was ended. @throws MovingError */
async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new MovingError(`${manifestFile(folder)} ${parsed.error.issues[0]?.message ?? 'cannot be read'}.`);
  return parsed.data;
}

/** A backup whose tables, keys and accounts are what was written. @throws MovingError, JournalBrokenError */
export async function openBackup(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new MovingError(`${folder} holds no backup that was ended: it has no backup.json.`);
  const snapshot = path.join(folder, manifest.snapshot);
  const found: Record<string, string> = await digestsOf(snapshot).catch(() => ({}));
  const wrong = Object.entries(manifest.digests).find(([file, digest]) => found[file] !== digest);
  if (wrong) throw new MovingError(`${wrong[0]} of the backup ${folder} is not what was written: take another backup.`);
  const dump = parseLines(await readFile(path.join(snapshot, dumpFile), 'utf8'));
  return { folder, manifest, dump, state: await stateOf(journalOf(dump)) };
}

/** Of a backup; undefined when it is not there whole. */
export function readSaved({ folder }: Backup, release: Release): Promise<Map<string, Buffer> | undefined> {
  return readRelease(release, (file) => readFile(path.join(versionFolder(folder, release), file)));
}
