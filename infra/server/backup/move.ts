import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { readTexts } from '../database/sqlite-file.ts';
import { openPostgresQuestions, questionsFile, selectQuestions } from '../questions/question-database.ts';
import type { Journal } from '../registry/journal/journal.ts';
import type { JournalRow } from '../registry/journal/journal-row.ts';
import { openPostgresJournal } from '../registry/journal/postgres-journal.ts';
import { markMoved, openSqliteReader, readPage, wasMoved } from '../registry/journal/sqlite-journal.ts';
import { addKept, addQuestions } from './restore.ts';
import { appendAll, MovingError, readRows, stateOf, type Use } from './site-home.ts';

const busyMs = 5_000;

/**
 * Brings journal, questions, sessions and sums from SQLite to PostgreSQL, each record with its number, its time and its hash. The site goes
 * on meanwhile; from the last step on, which takes moments, it only reads, until it is started with DATABASE_URL. One that
 * was cut off is gone on with. @returns how many records are there. @throws MovingError, JournalBrokenError
 */
export async function move(use: Use, url: string): Promise<number> {
  const { home, clock, log, tell } = use;
  const source = openSqliteReader(home.dataDir);
  const target = await openPostgresJournal({ url, clock, log }).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  const database = new Database(path.join(home.dataDir, 'registry.db'));
  try {
    const rows = await readRows(source);
    await stateOf(rows);
    const there = await readRows(target);
    if (!wasMoved(database)) {
      assertSame(there, rows);
      await appendAll(target, rows.slice(there.length), tell);
      await moveRest(database, target, rows.at(-1)?.seq ?? 0);
    } else assertSame(rows, there);
    tell('the journal, which is only read here from now on');
    await moveQuestions(use, url);
    tell('the questions of visitors');
    await addKept(use, url, home.dataDir);
    tell('sessions, sums and how releases fare');
    return (await readRows(target)).length;
  } finally {
    database.close();
    await Promise.all([source.close(), target.close()]);
  }
}

/** @throws MovingError unless the first are how the others begin */
function assertSame(beginning: readonly JournalRow[], whole: readonly JournalRow[]): void {
  if (beginning.every(({ hash }, at) => hash === whole[at]?.hash)) return;
  throw new MovingError('The database holds records of another site: name an empty one.');
}

/** While it is locked nothing is added; a site that tries is told to try again. */
async function moveRest(database: Database.Database, target: Journal, afterSeq: number): Promise<void> {
  database.pragma(`busy_timeout = ${busyMs}`);
  database.exec('BEGIN IMMEDIATE');
  try {
    for (let last = afterSeq; ; ) {
      const rows = readPage(database, { afterSeq: last, limit: 1_000 });
      if (rows.length === 0) break;
      await target.append(...rows);
      last = rows.at(-1)?.seq ?? last;
    }
    database.exec(markMoved);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** What was asked lies in one place alone: there it is erased when its time has come. */
async function moveQuestions({ home, log }: Use, url: string): Promise<void> {
  const file = path.join(home.dataDir, questionsFile);
  if (!existsSync(file)) return;
  const target = await openPostgresQuestions(url, log);
  const database = new Database(file);
  try {
    database.pragma(`busy_timeout = ${busyMs}`);
    database.pragma('secure_delete = ON');
    database.exec('BEGIN IMMEDIATE');
    await addQuestions(target, readTexts(database, selectQuestions));
    database.exec('DELETE FROM visitor_questions');
    database.exec('COMMIT');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
    await target.close();
  }
}
