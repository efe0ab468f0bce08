import path from 'node:path';
import { Pool } from 'pg';
import { z } from 'zod';
import { prepareSchema } from '../database/postgres-schema.ts';
import { openSqliteFile, readTexts, throwDamage } from '../database/sqlite-file.ts';
import { connectionTo } from '../registry/journal/postgres-journal.ts';
import type { Log } from '../registry/state/log.ts';

export type SqlValue = string | number | null;

/** A database with the table `visitor_questions`. Statements are those that SQLite and PostgreSQL both know, with `?` for values. */
export interface QuestionDatabase {
  /** @returns the rows; their texts are strings */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly unknown[]>;
  /** After rows were deleted: nothing of them is left in the database's files. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

const schema = `CREATE TABLE IF NOT EXISTS visitor_questions (
  museum text NOT NULL, question text NOT NULL, visit text NOT NULL, reason text NOT NULL, language text NOT NULL,
  exhibition text NOT NULL, document text NOT NULL, day text NOT NULL, stems text, words text, sentences text,
  PRIMARY KEY (question, visit, reason)
);
CREATE INDEX IF NOT EXISTS visitor_questions_of_museum ON visitor_questions (museum, day)`;
export const questionsFile = 'questions.db';
/** A whole row, as it is stored. A later release of the site may have written a reason or a language that this one does not know. */
export const questionSchema = z.strictObject({
  museum: z.string(),
  question: z.string(),
  visit: z.string(),
  reason: z.string(),
  language: z.string(),
  exhibition: z.string(),
  document: z.string(),
  day: z.string(),
  stems: z.string().nullable(),
  words: z.string().nullable(),
  sentences: z.string().nullable(),
});
/** Every column by its name: libsql ends the whole process where a damaged file calls one by what is no UTF-8. */
export const selectQuestions = `SELECT ${Object.keys(questionSchema.shape).join(', ')} FROM visitor_questions`;

/** A file of its own, `questions.db`: the journal beside it is never erased from. One process has it, whoever has the journal. */
export function openSqliteQuestions(dataDir: string): QuestionDatabase {
  const where = { file: path.join(dataDir, questionsFile), what: "The file of visitors' questions" };
  const database = openSqliteFile({
    ...where,
    steps: [(made) => void made.exec(schema)],
    check: (made, version) => void (version > 0 && made.prepare(selectQuestions)),
    synchronous: 'NORMAL',
  });
  database.pragma('secure_delete = ON');
  let isOpen = true;
  const truncateLog = () => database.pragma('wal_checkpoint(TRUNCATE)');
  return {
    async query(sql, values = []) {
      // A closed database still runs its statements.
      if (!isOpen) throw new Error('The database is closed.');
      try {
        if (sql.startsWith('SELECT')) return readTexts(database, sql, values);
        database.prepare(sql).run(...values);
        return [];
      } catch (error) {
        return throwDamage(where, error);
      }
    },
    async overwriteDeleted() {
      truncateLog();
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      truncateLog();
      database.close();
    },
  };
}

/** A table of the database that several gateways share. What is deleted there, PostgreSQL's own vacuum overwrites. */
export async function openPostgresQuestions(url: string, log: Log): Promise<QuestionDatabase> {
  const pool = new Pool({ ...connectionTo(url), max: 2 });
  pool.on('error', (error) => log.warn({ err: error }, "an idle connection to the questions' database broke"));
  try {
    await prepareSchema(pool, { table: 'visitor_questions', steps: [{ sql: schema }] });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    async query(sql, values = []) {
      let position = 0;
      const { rows } = await pool.query(
        sql.replaceAll('?', () => `$${++position}`),
        [...values],
      );
      return rows;
    },
    overwriteDeleted: async () => {},
    close: () => pool.end(),
  };
}
