import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import type { Query } from '../database/site-database.ts';
import { insertRows, rowSchemaOf, selectFrom, type TableName, type TableRow, tableNames } from '../database/tables.ts';
import type { JournalRow } from '../registry/journal/journal-row.ts';

/** All rows of a site's tables, from whichever engine. */
export type Dump = Readonly<Record<TableName, readonly TableRow[]>>;

/** Tables of which nothing may be left out. */
export const journalOf = (dump: Dump) => dump.journal as unknown as JournalRow[];

const pageRows = 1_000;

/** @returns rows, and how many there are that are not what was written */
async function readTable(query: Query, name: TableName): Promise<{ rows: TableRow[]; damaged: number }> {
  const found: unknown[] = [];
  if (name !== 'journal') found.push(...(await query(selectFrom(name))));
  else
    for (let page: readonly unknown[]; ; found.push(...page)) {
      page = await query(`${selectFrom(name)} WHERE seq > ? ORDER BY seq LIMIT ?`, [lastSeq(found), pageRows]);
      if (page.length === 0) break;
    }
  const schema: z.ZodType<TableRow> = rowSchemaOf(name);
  const rows = found.map((row) => schema.safeParse(row).data).filter((row) => row !== undefined);
  return { rows, damaged: found.length - rows.length };
}

const seqSchema = z.object({ seq: z.coerce.number() });
const lastSeq = (rows: readonly unknown[]) => (rows.length === 0 ? 0 : seqSchema.parse(rows.at(-1)).seq);

/** Reads all tables; values that have run out are left out. Rows that are damaged are counted. */
export async function readTables(query: Query, now: number): Promise<{ dump: Dump; damaged: Readonly<Record<TableName, number>> }> {
  const dump = {} as Record<TableName, TableRow[]>;
  const damaged = {} as Record<TableName, number>;
  for (const name of tableNames) {
    const found = await readTable(query, name);
    damaged[name] = found.damaged;
    dump[name] = found.rows.filter((row) => !('ends_at' in row) || Number(row['ends_at']) > now);
  }
  return { dump, damaged };
}

/** Adds the rows of a dump, as part of a transaction. */
export async function writeTables(query: Query, dump: Dump): Promise<void> {
  for (const name of tableNames) await insertRows(query, name, dump[name]);
}

const lineSchema = z.strictObject({ table: z.enum(tableNames), row: z.record(z.string(), z.unknown()) });

/** A line of JSON for each row, in the same order whichever engine they come from. */
export function toLines(dump: Dump): string {
  const linesOf = (table: TableName) => {
    const lines = dump[table].map((row) => `${JSON.stringify({ table, row })}\n`);
    return table === 'journal' ? lines : lines.sort();
  };
  return tableNames.flatMap(linesOf).join('');
}

/** @throws ZodError when a line is not what was written */
export function parseLines(text: string): Dump {
  const dump = Object.fromEntries(tableNames.map((name) => [name, [] as TableRow[]])) as Record<TableName, TableRow[]>;
  for (const line of text.split('\n').filter(Boolean)) {
    const { table, row } = lineSchema.parse(parseJson(line));
    dump[table].push(rowSchemaOf(table).parse(row) as TableRow);
  }
  return dump;
}
