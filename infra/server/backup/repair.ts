import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { assertFileWhole, assertWhole, readTexts } from '../database/sqlite-file.ts';
import { openSqliteQuestions, questionsFile } from '../questions/question-database.ts';
import type { ArtifactStore } from '../registry/artifacts/artifact-store.ts';
import { chainStart, type JournalRow, journalRowSchema, rowHash } from '../registry/journal/journal-row.ts';
import { lockDataDir } from '../registry/journal/sqlite-journal.ts';
import { JournalBrokenError } from '../registry/state/registry-error.ts';
import { writeStateRows } from '../shared-state/sqlite-store.ts';
import { type Backup, openBackup, readSaved, savedPrivateFiles } from './backup.ts';
import { addQuestions, readQuestions, savedFiles, writeJournal } from './restore.ts';
import {
  copyPrivateFiles,
  layAside,
  MovingError,
  openReader,
  privateFilesOf,
  readRows,
  releasesOf,
  replaceFile,
  stateOf,
  type Use,
  withArtifacts,
} from './site-home.ts';
import { isWhole, readSideFile, sideFiles } from './verify.ts';

interface RepairOptions {
  /** A backup's folder: what it holds is put back. */
  from?: string | undefined;
  /** Nothing is given up unless this says so. */
  acceptLoss: boolean;
}

/**
 * Mends what of a site is damaged, from what of it can be read and from a backup; what is damaged is laid aside. The site
 * does not run meanwhile. @returns what was done, a sentence each
 * @throws MovingError before anything is changed when something would be lost; JournalBrokenError
 */
export async function repair(use: Use, { from, acceptLoss }: RepairOptions): Promise<string[]> {
  const { home } = use;
  const backup = from === undefined ? undefined : await openBackup(from);
  const isFile = home.databaseUrl === undefined;
  const release = isFile ? lockDataDir(home.dataDir) : () => {};
  try {
    const plans = isFile ? await Promise.all([planJournal(use, backup), ...sideFiles.map((name) => planSideFile(use, name, backup))]) : [];
    const losses = plans.flatMap((plan) => plan?.loses ?? []);
    if (losses.length > 0 && !acceptLoss)
      throw new MovingError(
        `${losses.join(' ')} Nothing was changed: name a backup with --from, or say --accept-loss to go on without that.`,
      );
    const done: string[] = [];
    for (const plan of plans) if (plan) done.push(await plan.mend());
    done.push(...(await mendFiles(use, backup)));
    if (backup) done.push(...(await withArtifacts(use, (artifacts) => mendArtifacts(artifacts, use, backup))));
    return done;
  } finally {
    release();
  }
}

interface Plan {
  /** What will be gone. */
  loses?: string;
  mend(): Promise<string>;
}

async function planJournal(use: Use, backup: Backup | undefined): Promise<Plan | undefined> {
  const { home, clock } = use;
  const file = path.join(home.dataDir, 'registry.db');
  const size = (await stat(file).catch(() => undefined))?.size;
  const isNew = size === undefined && !existsSync(path.join(home.dataDir, 'artifacts'));
  if (isNew || (size !== undefined && size > 0 && (await isSound(use)))) return undefined;
  const { found, isToEnd } = await salvage(home.dataDir);
  const rows = joinRows(found, backup?.rows ?? []);
  await stateOf(rows);
  const last = Math.max(0, ...found.keys(), backup?.rows.length ?? 0);
  const lost = `Of the journal ${rows.length === 0 ? 'no record' : `records 1 to ${rows.length} alone`} can be kept`;
  return {
    ...(!(isToEnd && rows.length === last) && {
      loses: `${lost}${last > rows.length ? ` of ${last}` : ', and whether there were later ones cannot be told'}.`,
    }),
    async mend() {
      const aside = existsSync(file) ? await layAside(file, clock) : undefined;
      await writeJournal(use, rows);
      return `registry.db has ${rows.length} records again${aside ? `; what it was is ${aside}` : ''}.`;
    },
  };
}

async function isSound({ home, ...use }: Use): Promise<boolean> {
  try {
    const journal = await openReader(home, { home, ...use });
    await stateOf(await readRows(journal).finally(() => journal.close()));
    return true;
  } catch (error) {
    if (error instanceof JournalBrokenError) return false;
    throw error;
  }
}

/** From a copy, as opening a file changes it where its log is damaged. */
async function salvage(dataDir: string) {
  const folder = path.join(dataDir, '.repairing');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for (const name of ['registry.db', 'registry.db-wal'])
      if (existsSync(path.join(dataDir, name))) await copyFile(path.join(dataDir, name), path.join(folder, name));
    return salvageRows(path.join(folder, 'registry.db'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whatever rows a damaged file still gives, and whether nobody needs to fear that there were later ones. */
function salvageRows(file: string): { found: Map<number, JournalRow>; isToEnd: boolean } {
  const found = new Map<number, JournalRow>();
  if (!existsSync(file)) return { found, isToEnd: false };
  const isLogWhole = endsWell(() => assertFileWhole(file, 'FULL'));
  const database = new Database(file);
  /** As far as it goes. */
  const collect = (where: string, next: (row: JournalRow | undefined) => number) => {
    const select = `SELECT seq, at, actor, action, payload, hash FROM journal WHERE seq ${where} LIMIT 1`;
    for (let row: JournalRow | undefined; ; ) {
      const [read] = z.array(journalRowSchema.extend({ seq: z.coerce.number() })).parse(readTexts(database, select, [next(row)]));
      if (!read || found.has(read.seq)) return;
      found.set(read.seq, read);
      row = read;
    }
  };
  try {
    const isDone = [
      () => collect('> ? ORDER BY seq', (row) => row?.seq ?? 0),
      () => collect('< ? ORDER BY seq DESC', (row) => row?.seq ?? Number.MAX_SAFE_INTEGER),
    ].map(endsWell);
    return { found, isToEnd: isLogWhole && isDone.every(Boolean) && endsWell(() => assertWhole(database)) };
  } finally {
    database.close();
  }
}

function endsWell(task: () => void): boolean {
  try {
    task();
    return true;
  } catch {
    return false;
  }
}

/** The longest journal that both make together: each row continues the hash of the one before. */
function joinRows(found: ReadonlyMap<number, JournalRow>, saved: readonly JournalRow[]): JournalRow[] {
  const rows: JournalRow[] = [];
  for (let previous = chainStart; ; ) {
    const seq = rows.length + 1;
    const next = [found.get(seq), saved[seq - 1]].find((row) => row?.seq === seq && rowHash(previous, row) === row.hash);
    if (!next) return rows;
    rows.push(next);
    previous = next.hash;
  }
}

/** Counts and questions, of which each row stands for itself. */
async function planSideFile({ home, clock }: Use, name: string, backup: Backup | undefined): Promise<Plan | undefined> {
  const { rows, problem } = readSideFile(home.dataDir, name);
  if (problem === undefined) return undefined;
  const saved = backup ? await savedRows(backup, name) : [];
  const file = path.join(home.dataDir, name);
  return {
    ...(!backup && { loses: `Of ${name} ${rows.length} rows can be kept; how many there were cannot be told.` }),
    async mend() {
      const aside = await layAside(file, clock);
      if (name === questionsFile) await writeQuestions(home.dataDir, [...rows, ...saved]);
      else writeStateRows(file, [...saved, ...rows], clock);
      return `${name} is whole again, with ${rows.length} rows of its own; what it was is ${aside}.`;
    },
  };
}

async function savedRows({ folder, manifest }: Backup, name: string): Promise<unknown[]> {
  const snapshot = path.join(folder, manifest.snapshot);
  return name === questionsFile ? readQuestions(snapshot) : readSideFile(snapshot, name).rows;
}

async function writeQuestions(dataDir: string, rows: readonly unknown[]): Promise<void> {
  const database = openSqliteQuestions(dataDir);
  await addQuestions(database, rows).finally(() => database.close());
}

/** Keys and accounts that are missing or cut off; one that is another is the owner's. */
async function mendFiles({ home }: Use, backup: Backup | undefined): Promise<string[]> {
  const done: string[] = [];
  for (const [name, saved] of backup ? await savedFiles(backup) : []) {
    const file = path.join(home.dataDir, name);
    const there = await readFile(file).catch(() => undefined);
    const isCutOff = there && there.length < saved.length && saved.subarray(0, there.length).equals(there);
    if (there && !isCutOff) continue;
    await replaceFile(file, saved);
    done.push(`${name} was ${there ? 'cut off' : 'missing'} and is put back.`);
  }
  return done;
}

async function mendArtifacts(artifacts: ArtifactStore, { tell }: Use, backup: Backup): Promise<string[]> {
  const done = await mendPrivateFiles(artifacts, backup);
  for (const release of releasesOf(backup.state)) {
    if (await isWhole(artifacts, release)) continue;
    const named = `${release.name} ${release.version}`;
    const contents = await readSaved(backup, release);
    if (!contents) throw new MovingError(`Files of ${named} are whole neither in the site nor in the backup.`);
    // What has the right length is taken for whole when it is stored.
    for (const file of contents.keys()) await rm(artifacts.find(release, file)?.path ?? '', { force: true });
    await artifacts.put(release, contents);
    tell(named);
    done.push(`The files of ${named} are put back.`);
  }
  return done;
}

/** A file that is there may be damaged: each is read. */
async function mendPrivateFiles({ privateFiles }: ArtifactStore, { folder, state }: Backup): Promise<string[]> {
  const { copied, lost } = await copyPrivateFiles(privateFilesOf(state), savedPrivateFiles(folder), privateFiles, privateFiles.read);
  if (lost > 0) throw new MovingError('Private files of versions are whole neither in the site nor in the backup.');
  return copied > 0 ? [`Private files of versions are put back: ${copied}.`] : [];
}
