import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { codeOf } from '../http/kit.ts';

export type SqlValue = string | number | null;

/**
 * A number may be returned as a string of digits.
 * @param sql a statement that SQLite and PostgreSQL both accept, with `?` for values
 * @throws DatabaseFaultError, UnusableDatabaseError
 */
export type Query = (sql: string, values?: readonly SqlValue[]) => Promise<readonly unknown[]>;

export interface SiteDatabase {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** Runs a statement whose changes are on the disk once the call resolves. A power failure may undo other statements. */
  append: Query;
  /** Runs all statements or none. Transactions of all processes run one after the other. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Changes nothing. @throws DatabaseFaultError */
  assertWritable(): Promise<void>;
  /** Removes deleted bytes from the files. PostgreSQL's vacuum does this by itself. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabasePlace {
  dataDir: string;
  /** `postgres://…`. Absent: the database is `site.db` in `dataDir`. */
  databaseUrl?: string | undefined;
}

/** The message is one sentence with the remedy. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
  /** A request that needs the database is answered as `busy`. */
  readonly statusCode = 503;
}

export class DatabaseFaultError extends Error {
  override readonly name = 'DatabaseFaultError';
  readonly statusCode = 503;
  /** The code of the system, SQLite or PostgreSQL; empty if there is none. */
  readonly code: string;
  /** Whether the statement certainly changed nothing. */
  readonly isUndone: boolean;

  constructor(isUndone: boolean, cause: unknown) {
    // The cause's message may contain an address with a password, so only the code is shown.
    const code = codeOf(cause);
    super(`The database did not run a statement (${code || 'no answer'}): try again later.`, { cause });
    this.code = code;
    this.isUndone = isUndone;
  }
}

const program = process.env['ENFILADE_PROGRAM'];
/** A release archive names its program; a checkout uses npm. */
export const registryCall = program ? `${program} registry` : 'npm run registry --';
export const restoreBackup = `restore the last backup into an empty DATA_DIR with \`${registryCall} restore BACKUP\``;

const text = { sql: 'text NOT NULL', schema: z.string() };
const textOrNull = { sql: 'text', schema: z.string().nullable() };
const json = { ...text, schema: z.string().refine((value) => parseJson(value) !== undefined) };
const integer = { sql: 'integer NOT NULL', schema: z.coerce.number() };
const bigint = { ...integer, sql: 'bigint NOT NULL' };
const values = { columns: { key: text, value: json, ends_at: bigint }, key: ['key'] } as const;

export const tables = {
  /** Each record's hash covers the hash of the record before. */
  journal: { columns: { seq: integer, at: text, actor: text, action: text, payload: text, hash: text }, key: ['seq'] },
  /** A row for each visit, question and reason. */
  questions: {
    columns: {
      ...{ museum: text, question: text, visit: text, reason: text, language: text, exhibition: text, document: text, day: text },
      ...{ stems: textOrNull, words: textOrNull, sentences: textOrNull },
    },
    key: ['question', 'visit', 'reason'],
  },
  spent: { columns: { museum: text, day: text, work: text, micro_cents: bigint }, key: ['museum', 'day', 'work'] },
  /** Values that must survive a restart: sessions, wrong logins, figures of releases. */
  kept: values,
  /** The shared state of a site of one process. */
  state: values,
} as const;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];
export type TableRow = Readonly<Record<string, SqlValue>>;

export const columnsOf = (name: TableName): string[] => Object.keys(tables[name].columns);
/** Names every column, because libsql aborts the process on `*` if a damaged file has a column name that is not UTF-8. */
export const selectFrom = (name: TableName): string => `SELECT ${columnsOf(name).join(', ')} FROM ${name}`;
export const places = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

type Columns<Name extends TableName> = (typeof tables)[Name]['columns'];
type Shape<Name extends TableName> = {
  -readonly [Column in keyof Columns<Name>]: Columns<Name>[Column] extends { schema: infer Schema } ? Schema : never;
};

/** A number may be read as a string of digits. */
export function rowSchemaOf<Name extends TableName>(name: Name) {
  const shape = Object.entries(tables[name].columns).map(([column, { schema }]) => [column, schema]);
  return z.strictObject(Object.fromEntries(shape) as Shape<Name>);
}

const mostRowsTogether = 500;

/** Skips rows whose key exists. */
export async function insertRows(query: Query, name: TableName, rows: readonly TableRow[]): Promise<void> {
  const columns = columnsOf(name);
  for (let at = 0; at < rows.length; at += mostRowsTogether) {
    const some = rows.slice(at, at + mostRowsTogether);
    const tuples = some.map(() => `(${places(columns.length)})`).join(', ');
    const sql = `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${tuples} ON CONFLICT DO NOTHING`;
    await query(
      sql,
      some.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
  }
}

/**
 * Two releases share a database while a site is upgraded, so a later schema only adds tables, columns with a default, or indexes. A schema of
 * a still later release drops unused columns and raises `least`, the schema version that a release must support.
 */
const schemaVersion = 1;

const createTables = Object.entries(tables).map(([name, { columns, key }]) => {
  const lines = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
  return `CREATE TABLE ${name} (${[...lines, `PRIMARY KEY (${key.join(', ')})`].join(', ')});`;
});

const schema = {
  both: [...createTables, 'CREATE INDEX questions_of_museum ON questions (museum, day);'].join('\n'),
  sqlite: `
    CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER journal_never_shrinks BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'append only'); END;
  `,
  postgres: `
    CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append only'; END $$;
    CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_refuse();
    CREATE TRIGGER never_shrinks BEFORE TRUNCATE ON journal EXECUTE FUNCTION journal_refuse();
    -- A promoted standby may have lost the last records. A process that has read these records must not leave a gap.
    CREATE FUNCTION journal_continue() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.seq <> 1 AND NOT EXISTS (SELECT FROM journal WHERE seq = NEW.seq - 1) THEN
          RAISE EXCEPTION 'record % is missing', NEW.seq - 1;
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER continues AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_continue();
    -- Room in each page keeps the frequent updates of these values from growing the table.
    ALTER TABLE kept SET (fillfactor = 70);
  `,
};

const hasTable = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?",
  postgres: 'SELECT relname AS name FROM pg_class WHERE oid = to_regclass(?)',
};
const versionSchema = z.array(z.object({ version: z.coerce.number(), least: z.coerce.number() }));

/** Leaves the tables of a newer release unchanged. @throws UnusableDatabaseError */
export async function prepareTables(
  { engine, query, transaction }: Pick<SiteDatabase, 'engine' | 'query' | 'transaction'>,
  { isReader = false } = {},
): Promise<void> {
  const isThere = async (ask: Query, name: string) => (await ask(hasTable[engine], [name])).length > 0;
  async function hasTables(ask: Query): Promise<boolean> {
    const rows = (await isThere(ask, 'enfilade_schema')) ? await ask('SELECT version, least FROM enfilade_schema') : [];
    const [found] = versionSchema.parse(rows);
    if (found && found.least > schemaVersion)
      throw new UnusableDatabaseError(
        `The database needs a newer version of Enfilade (its schema is version ${found.version}, this version supports up to ${schemaVersion}): start that version.`,
      );
    if (!found && (await isThere(ask, 'registry_journal')))
      throw new UnusableDatabaseError(
        'The database of DATABASE_URL was written by a preview of Enfilade, whose tables this version does not read: set DATABASE_URL to an empty database.',
      );
    return found !== undefined;
  }
  // If the tables exist, nothing is written or locked, so that a standby can be read.
  if (await hasTables(query)) return;
  if (isReader)
    throw new UnusableDatabaseError('The database holds no site of this version: name the DATA_DIR or the DATABASE_URL of the site.');
  await transaction(async (ask) => {
    if (await hasTables(ask)) return;
    await ask(schema.both);
    await ask(schema[engine]);
    await ask('CREATE TABLE enfilade_schema (version integer NOT NULL, least integer NOT NULL)');
    await ask('INSERT INTO enfilade_schema (version, least) VALUES (?, 1)', [schemaVersion]);
  });
}
