import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { openPostgresQuestions, openSqliteQuestions, type QuestionDatabase, questionSchema } from '../questions/question-database.ts';
import type { ArtifactStore } from '../registry/artifacts/artifact-store.ts';
import type { JournalRow } from '../registry/journal/journal-row.ts';
import { openPostgresJournal } from '../registry/journal/postgres-journal.ts';
import { createSqliteJournal, lockDataDir, openSqliteDatabase, openSqliteReader } from '../registry/journal/sqlite-journal.ts';
import { JournalBrokenError } from '../registry/state/registry-error.ts';
import { keptFile, stateFiles } from '../shared-state/open-site-state.ts';
import { mergeKept } from '../shared-state/postgres-state.ts';
import { stateRowSchema } from '../shared-state/sqlite-store.ts';
import { type Backup, openBackup, readSaved, savedPrivateFiles } from './backup.ts';
import {
  appendAll,
  copyPrivateFiles,
  layAside,
  MovingError,
  privateFilesOf,
  readRows,
  releasesOf,
  replaceFile,
  stateOf,
  type Use,
  withArtifacts,
} from './site-home.ts';
import { readSideFile } from './verify.ts';

/**
 * Makes a site of a backup: in DATA_DIR, and its journal and questions in DATABASE_URL where that is set. The journal comes
 * last, so that a site is not started with half of it; one that was cut off is gone on with.
 * @returns the versions that could not be restored, as `name version`
 * @throws MovingError before anything is changed where there is another site already; JournalBrokenError
 */
export async function restore(use: Use, from: string): Promise<{ records: number; lost: string[] }> {
  const { home, tell } = use;
  const backup = await openBackup(from);
  await mkdir(home.dataDir, { recursive: true });
  // A site on SQLite does not run meanwhile, nor start.
  const release = home.databaseUrl === undefined ? lockDataDir(home.dataDir) : () => {};
  try {
    const journal = await openTarget(use, backup);
    try {
      const files = await findMissingFiles(use, backup);
      // First, as a site does not begin anew beside them.
      const lost = await withArtifacts(use, (artifacts) => restoreArtifacts(artifacts, use, backup));
      for (const [name, bytes] of files) await replaceFile(path.join(home.dataDir, name), bytes);
      tell('keys and accounts');
      await restoreQuestions(use, backup);
      if (home.databaseUrl !== undefined) await addKept(use, home.databaseUrl, path.join(from, backup.manifest.snapshot));
      await journal.finish();
      return { records: backup.rows.length, lost };
    } finally {
      await journal.close();
    }
  } finally {
    release();
  }
}

interface TargetJournal {
  finish(): Promise<void>;
  close(): Promise<void>;
}

async function openTarget(use: Use, { folder, rows }: Backup): Promise<TargetJournal> {
  const { home, clock, log, tell } = use;
  const refuse = () =>
    new MovingError(
      `${home.databaseUrl === undefined ? home.dataDir : 'The database of DATABASE_URL'} holds records that the backup ${folder} does not: restore into an empty one.`,
    );
  if (home.databaseUrl !== undefined) {
    const journal = await openPostgresJournal({ url: home.databaseUrl, clock, log });
    const there = await readRows(journal);
    if (isBeginning(there, rows)) return { finish: () => appendAll(journal, rows.slice(there.length), tell), close: () => journal.close() };
    await journal.close();
    throw refuse();
  }
  const file = path.join(home.dataDir, 'registry.db');
  const there = await readWhole(home.dataDir);
  if (there && !isBeginning(there, rows)) throw refuse();
  const finish = async () => {
    if (there?.length === rows.length && rows.length > 0) return;
    if (existsSync(file)) tell(`the journal that was there is now ${await layAside(file, clock)}`);
    await writeJournal(use, rows);
  };
  return { finish, close: async () => {} };
}

/** Undefined when there is none, or a damaged one. */
async function readWhole(dataDir: string): Promise<JournalRow[] | undefined> {
  try {
    const journal = openSqliteReader(dataDir);
    const rows = await readRows(journal).finally(() => journal.close());
    await stateOf(rows);
    return rows;
  } catch (error) {
    if (error instanceof JournalBrokenError) return undefined;
    throw error;
  }
}

function isBeginning(rows: readonly JournalRow[], whole: readonly JournalRow[]): boolean {
  return rows.length <= whole.length && rows.every(({ hash }, at) => hash === whole[at]?.hash);
}

/** Makes a site's journal of rows, all or nothing. */
export async function writeJournal({ home, tell }: Pick<Use, 'home' | 'tell'>, rows: readonly JournalRow[]): Promise<void> {
  // Without artifacts beside it: a journal that is new there is no lost one.
  const folder = path.join(home.dataDir, '.restoring');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const journal = createSqliteJournal(openSqliteDatabase(path.join(folder, 'registry.db')), () => {});
  await appendAll(journal, rows, tell).finally(() => journal.close());
  await rename(path.join(folder, 'registry.db'), path.join(home.dataDir, 'registry.db'));
  await rm(folder, { recursive: true });
}

const isStateFile = (name: string) => stateFiles.some((file) => file === name);

/** Files of the backup, below DATA_DIR. */
export async function savedFiles({ folder, manifest }: Backup): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of Object.keys(manifest.digests)) {
    const [top, ...below] = name.split(path.sep);
    if (top === 'files') files.set(path.join(...below), await readFile(path.join(folder, manifest.snapshot, name)));
    if (isStateFile(name)) files.set(name, await readFile(path.join(folder, manifest.snapshot, name)));
  }
  return files;
}

/** @throws MovingError where another is there */
async function findMissingFiles({ home }: Use, backup: Backup): Promise<[string, Buffer][]> {
  const files = await savedFiles(backup);
  if (home.databaseUrl !== undefined) for (const name of stateFiles) files.delete(name);
  const missing: [string, Buffer][] = [];
  for (const [name, bytes] of files) {
    const there = await readFile(path.join(home.dataDir, name)).catch(() => undefined);
    if (there && !there.equals(bytes)) throw new MovingError(`${home.dataDir} has another ${name}: restore into an empty DATA_DIR.`);
    if (!there) missing.push([name, bytes]);
  }
  return missing;
}

async function restoreArtifacts(artifacts: ArtifactStore, { tell }: Use, backup: Backup): Promise<string[]> {
  const releases = releasesOf(backup.state);
  const lost: string[] = [];
  const { lost: lostFiles } = await copyPrivateFiles(
    privateFilesOf(backup.state),
    savedPrivateFiles(backup.folder),
    artifacts.privateFiles,
  );
  if (lostFiles > 0) tell(`${lostFiles} private files of versions are not whole in the backup`);
  for (const [at, release] of releases.entries()) {
    const named = `${release.name} ${release.version}`;
    if (await artifacts.has(release)) continue;
    const contents = await readSaved(backup, release);
    if (contents) await artifacts.put(release, contents);
    else lost.push(named);
    tell(`version ${at + 1} of ${releases.length}: ${named}${contents ? '' : ' is not whole in the backup'}`);
  }
  return lost;
}

async function restoreQuestions({ home, log }: Use, { folder, manifest }: Backup): Promise<void> {
  const rows = await readQuestions(path.join(folder, manifest.snapshot));
  const database = home.databaseUrl === undefined ? openSqliteQuestions(home.dataDir) : await openPostgresQuestions(home.databaseUrl, log);
  await addQuestions(database, rows).finally(() => database.close());
}

export async function readQuestions(snapshot: string): Promise<unknown[]> {
  const text = await readFile(path.join(snapshot, 'questions.ndjson'), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [parseJson(line)]));
}

/** What is there already stays as it is. */
export async function addQuestions(database: QuestionDatabase, rows: readonly unknown[]): Promise<void> {
  for (const row of rows) {
    const values = questionSchema.parse(row);
    const columns = Object.keys(values);
    await database.query(
      `INSERT INTO visitor_questions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
      Object.values(values),
    );
  }
}

/** Brings sessions, sums and how releases fare from the file in a folder to a database. @throws MovingError where it is damaged */
export async function addKept({ clock, log }: Use, url: string, folder: string): Promise<void> {
  const { rows, problem } = readSideFile(folder, keptFile);
  if (problem !== undefined) throw new MovingError(problem);
  await mergeKept({ url, clock, log }, z.array(stateRowSchema).parse(rows));
}
