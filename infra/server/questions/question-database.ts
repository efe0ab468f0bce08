import path from 'node:path';
import Database from 'libsql';
import { Pool } from 'pg';
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

const table = `CREATE TABLE IF NOT EXISTS visitor_questions (
  museum text NOT NULL, question text NOT NULL, visit text NOT NULL, reason text NOT NULL, language text NOT NULL,
  exhibition text NOT NULL, document text NOT NULL, day text NOT NULL, stems text, words text, sentences text,
  PRIMARY KEY (question, visit, reason)
)`;
const index = 'CREATE INDEX IF NOT EXISTS visitor_questions_of_museum ON visitor_questions (museum, day)';

/** A file of its own, `questions.db`: the journal beside it is never erased from. One process has it, whoever has the journal. */
export function openSqliteQuestions(dataDir: string): QuestionDatabase {
  const database = new Database(path.join(dataDir, 'questions.db'));
  let isOpen = true;
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('secure_delete = ON');
    for (const sql of [table, index]) database.exec(sql);
  } catch (error) {
    database.close();
    throw error;
  }
  const truncateLog = () => database.pragma('wal_checkpoint(TRUNCATE)');
  return {
    async query(sql, values = []) {
      // A closed database still runs its statements.
      if (!isOpen) throw new Error('The database is closed.');
      const statement = database.prepare(sql);
      if (sql.startsWith('SELECT')) return statement.all(...values);
      statement.run(...values);
      return [];
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

/** Any number: two gateways that start at once make the table one after the other. */
const schemaLock = 7_303_015;

/** A table of the database that several gateways share. What is deleted there, PostgreSQL's own vacuum overwrites. */
export async function openPostgresQuestions(url: string, log: Log): Promise<QuestionDatabase> {
  const pool = new Pool({ ...connectionTo(url), max: 2 });
  pool.on('error', (error) => log.warn({ err: error }, "an idle connection to the questions' database broke"));
  try {
    // One round trip is one transaction, which the lock lasts for.
    await pool.query(`SELECT pg_advisory_xact_lock(${schemaLock}); ${table}; ${index}`);
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
