import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';

/**
 * Tables that belong together, and how releases made them. Two releases run side by side on one database while a site is
 * upgraded, so a step must leave alone whatever statement the release before it sends: it adds tables, columns with a
 * default, indexes. What is no longer used is dropped by a step of a later release, which says so by `least`.
 */
export interface SchemaPart {
  /** Of the table that is there wherever the part is. */
  table: string;
  /** Each brings the part to the next version. A released one never changes. */
  steps: readonly SchemaStep[];
}

interface SchemaStep {
  sql: string;
  /** The version that a release must know to go on with the database after this step; absent: as before. */
  least?: number;
}

/** The database is further than this release can follow. The message is one sentence. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** Any number: gateways that start at once make tables one after the other. */
const schemaLock = 7_303_014;
const versions = 'CREATE TABLE IF NOT EXISTS enfilade_schema (part text PRIMARY KEY, version integer NOT NULL, least integer NOT NULL)';
const foundSchema = z.tuple([z.object({ versioned: z.boolean(), there: z.boolean() })]);
const rowSchema = z.array(z.object({ version: z.number(), least: z.number() }));

/**
 * Brings a part to this release's version. One that a newer release has taken further stays as it is.
 * @param check Looks at tables that are there. @throws NewerSchemaError, what `check` throws, the database's own errors
 */
export async function prepareSchema(pool: Pool, part: SchemaPart, check?: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [schemaLock]);
    const { version, least } = await findVersion(client, part.table);
    const known = part.steps.length;
    if (least > known)
      throw new NewerSchemaError(
        `The table ${part.table} of the database needs a newer version of Enfilade (its schema is version ${version}, this one knows ${known}): start that version.`,
      );
    if (version > 0) await check?.(client);
    // Nothing is written where nothing is to be done: a standby can be read.
    if (version < known) await takeSteps(client, part, { version, least });
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // Not back into the pool: closing it undoes what was begun.
    client.release(true);
    throw error;
  }
}

/** Tables from before there were versions are the first. */
async function findVersion(client: PoolClient, table: string): Promise<{ version: number; least: number }> {
  const sql = "SELECT to_regclass('enfilade_schema') IS NOT NULL AS versioned, to_regclass($1) IS NOT NULL AS there";
  const [{ versioned, there }] = foundSchema.parse((await client.query(sql, [table])).rows);
  const { rows } = versioned ? await client.query('SELECT version, least FROM enfilade_schema WHERE part = $1', [table]) : { rows: [] };
  return rowSchema.parse(rows)[0] ?? { version: there ? 1 : 0, least: 1 };
}

async function takeSteps(client: PoolClient, { table, steps }: SchemaPart, from: { version: number; least: number }): Promise<void> {
  const taken = steps.slice(from.version);
  for (const { sql } of taken) await client.query(sql);
  const least = Math.max(from.least, ...taken.map((step) => step.least ?? 1));
  await client.query(versions);
  await client.query(
    'INSERT INTO enfilade_schema VALUES ($1, $2, $3) ON CONFLICT (part) DO UPDATE SET version = EXCLUDED.version, least = EXCLUDED.least',
    [table, steps.length, least],
  );
}
