import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import Database from 'libsql';
import { z } from 'zod';
import { holdLock, LockHeldError } from '../database/held-lock.ts';
import { selectQuestions } from '../questions/question-database.ts';
import type { ArtifactStore } from '../registry/artifacts/artifact-store.ts';
import { openPrivateFolder } from '../registry/artifacts/private-files.ts';
import { type JournalRow, journalRowSchema } from '../registry/journal/journal-row.ts';
import type { Release } from '../registry/state/record.ts';
import type { RegistryState } from '../registry/state/registry-state.ts';
import { keptFile, stateFiles } from '../shared-state/open-site-state.ts';
import { mergeKept } from '../shared-state/postgres-state.ts';
import { writeStateRows } from '../shared-state/sqlite-store.ts';
import {
  copyPrivateFiles,
  digestOf,
  listSiteFiles,
  MovingError,
  openQuestions,
  openReader,
  privateFilesOf,
  readRelease,
  readRows,
  readStored,
  releasesOf,
  replaceFile,
  stateOf,
  type Use,
  withArtifacts,
  writePrivately,
} from './site-home.ts';

/**
 * What a backup holds. `journal.ndjson` and `artifacts/` only grow, so that the next backup into the same folder adds what
 * is new; the rest lies in a folder of its own each time. This file comes last: until then the backup is the one before.
 */
const manifestSchema = z.object({
  format: z.literal(1, 'is of another version of Enfilade'),
  madeAt: z.iso.datetime(),
  /** How many records of `journal.ndjson`, and the hash of the last: what is behind them is of a backup that was cut off. */
  records: z.number().int().nonnegative(),
  hash: z.string(),
  /** The folder with keys, accounts, questions and counts. */
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
  rows: JournalRow[];
  state: RegistryState;
}

const manifestFile = (folder: string) => path.join(folder, 'backup.json');
const journalFile = (folder: string) => path.join(folder, 'journal.ndjson');
export const versionFolder = (folder: string, { name, version }: Release) => path.join(folder, 'artifacts', name, version);

export const savedPrivateFiles = (folder: string) => openPrivateFolder(path.join(folder, 'artifacts'));

/**
 * Brings a folder to what the site is now; the site goes on meanwhile. One that was cut off is gone on with.
 * @throws MovingError, JournalBrokenError
 */
export async function backUp(use: Use, folder: string): Promise<BackupManifest> {
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

async function write(use: Use, folder: string): Promise<BackupManifest> {
  const { home, clock, tell } = use;
  // Files are stored before the record that names them: those of all records read here are there.
  const rows = await saveJournal(use, folder);
  tell(`${rows.length} records of the journal`);
  const state = await stateOf(rows);
  const missing = await withArtifacts(use, async (artifacts) => {
    const { lost } = await copyPrivateFiles(privateFilesOf(state), artifacts.privateFiles, savedPrivateFiles(folder));
    if (lost > 0) tell(`${lost} private files of versions are not whole on the site`);
    return saveArtifacts(artifacts, use, folder, releasesOf(state));
  });
  const snapshot = `snapshot-${clock.now()}`;
  const where = path.join(folder, snapshot);
  for (const file of await listSiteFiles(home.dataDir))
    await writePrivately(path.join(where, 'files', file), await readFile(path.join(home.dataDir, file)));
  const questions = await openQuestions(home, use);
  const asked = (await questions?.query(selectQuestions)) ?? [];
  await questions?.close();
  await writePrivately(path.join(where, 'questions.ndjson'), toLines(asked));
  await saveState(use, where);
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
  return manifest;
}

const toLines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** @returns every record, those that were in the backup before first */
async function saveJournal(use: Use, folder: string): Promise<JournalRow[]> {
  const saved = await readJournal(folder);
  const last = saved.at(-1);
  const journal = await openReader(use.home, use);
  try {
    const [live] = last ? await journal.read(last.seq - 1, 1) : [];
    if (live?.hash !== last?.hash)
      throw new MovingError(
        `${folder} is the backup of another site, or of this one with a journal that has lost records: name another folder.`,
      );
    const added = await readRows(journal, last?.seq);
    const rows = [...saved, ...added];
    await stateOf(rows);
    // The whole file, as the end of the one there may be half a line.
    if (added.length > 0 || saved.length === 0) await replaceFile(journalFile(folder), toLines(rows));
    return rows;
  } finally {
    await journal.close();
  }
}

/** The whole lines of a backup's journal, as far as they are records. */
async function readJournal(folder: string): Promise<JournalRow[]> {
  const text = await readFile(journalFile(folder), 'utf8').catch(() => '');
  const rows: JournalRow[] = [];
  for (const line of text.split('\n')) {
    const row = journalRowSchema.safeParse(parseJson(line));
    if (!row.success) break;
    rows.push(row.data);
  }
  return rows;
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

/** Of a site on PostgreSQL as the file that one of SQLite has: either is restored into either. */
async function saveState({ home: { dataDir, databaseUrl: url }, clock, log }: Use, where: string): Promise<void> {
  if (url === undefined) {
    for (const name of stateFiles) await copyState(path.join(dataDir, name), path.join(where, name));
    return;
  }
  const made = path.join(where, '.made');
  await mkdir(made, { mode: 0o700 });
  writeStateRows(path.join(made, keptFile), await mergeKept({ url, clock, log }), clock);
  await copyState(path.join(made, keptFile), path.join(where, keptFile));
  await rm(made, { recursive: true });
}

/** As it is at one moment, however the site goes on. */
async function copyState(file: string, to: string): Promise<void> {
  if (!existsSync(file)) return;
  const database = new Database(file);
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  await chmod(to, 0o600);
}

async function digestsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const digests = await Promise.all(files.map(async (file) => [path.relative(folder, file), digestOf(await readFile(file))] as const));
  return Object.fromEntries(digests.sort());
}

/** A backup whose journal, keys, accounts, questions and counts are what was written. @throws MovingError, JournalBrokenError */
export async function openBackup(folder: string): Promise<Backup> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) throw new MovingError(`${folder} holds no backup that was ended: it has no backup.json.`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new MovingError(`${manifestFile(folder)} ${parsed.error.issues[0]?.message ?? 'cannot be read'}.`);
  const manifest = parsed.data;
  const rows = (await readJournal(folder)).slice(0, manifest.records);
  const state = await stateOf(rows);
  if (rows.length !== manifest.records || (rows.at(-1)?.hash ?? '') !== manifest.hash)
    throw new MovingError(
      `The journal of the backup ${folder} has ${rows.length} of its ${manifest.records} records: take another backup.`,
    );
  const found = await digestsOf(path.join(folder, manifest.snapshot)).catch(() => ({}));
  const wrong = Object.entries(manifest.digests).find(([file, digest]) => (found as Record<string, string>)[file] !== digest);
  if (wrong) throw new MovingError(`${wrong[0]} of the backup ${folder} is not what was written: take another backup.`);
  return { folder, manifest, rows, state };
}

/** Of a backup; undefined when it is not there whole. */
export function readSaved({ folder }: Backup, release: Release): Promise<Map<string, Buffer> | undefined> {
  return readRelease(release, (file) => readFile(path.join(versionFolder(folder, release), file)));
}
