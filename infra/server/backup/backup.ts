import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { openSiteReader } from '../database/open-database.ts';
import {
  type Query,
  restoreBackup,
  rowSchemaOf,
  selectFrom,
  type TableName,
  type TableRow,
  tableNames,
} from '../database/site-database.ts';
import { holdLock, LockHeldError } from '../database/sqlite-database.ts';
import { listFiles } from '../http/kit.ts';
import { openArtifactStore } from '../registry/artifacts/artifact-store.ts';
import type { JournalRow } from '../registry/journal/journal.ts';
import type { RegistryState } from '../registry/state/registry-state.ts';
import {
  copyVersions,
  digestOf,
  listSiteFiles,
  MovingError,
  replaceFile,
  stateOf,
  type Use,
  withArtifacts,
  writePrivately,
} from './site-home.ts';

/** Written last, so an interrupted backup leaves the previous backup valid. All snapshots share `artifacts/`, which only grows. */
const manifestSchema = z.object({
  format: z.literal(1, 'is of another version of Enfilade'),
  madeAt: z.iso.datetime(),
  records: z.number().int().nonnegative(),
  hash: z.string(),
  snapshot: z.string().regex(/^snapshot-\d+$/),
  digests: z.record(z.string(), z.string()),
  /** Versions whose files the site had lost, as `name version`. */
  missing: z.array(z.string()),
});
type BackupManifest = z.infer<typeof manifestSchema>;

export interface Backup {
  folder: string;
  manifest: BackupManifest;
  dump: Dump;
  state: RegistryState;
}

const manifestFile = (folder: string) => path.join(folder, 'backup.json');
const dumpFile = 'site.ndjson';
export const describeDamage = (damaged: Readonly<Record<string, number>>): string[] =>
  Object.entries(damaged).flatMap(([table, count]) =>
    count > 0 ? [`${count} rows of the table ${table} are damaged: delete these rows, or ${restoreBackup}.`] : [],
  );

/** Continues an interrupted backup. `problems`: a sentence for each damaged part of the site. @throws MovingError, JournalBrokenError */
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
  // The registry stores files before the record that names the files, so the files of all these records exist.
  const { dump, damaged } = await dumpSite(use);
  const rows = journalOf(dump);
  const state = await stateOf(rows);
  await assertSameSite(folder, rows);
  tell(`${rows.length} records of the journal`);
  const saved = await openArtifactStore(folder, clock);
  const missing = await withArtifacts(use, (artifacts) => copyVersions(state, artifacts, saved, use));
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
  const absent = missing.map((version) => `Files of ${version} are damaged on the site and missing in the backup.`);
  return { manifest, problems: [...describeDamage(damaged), ...absent] };
}

export async function dumpSite(use: Use): ReturnType<typeof readTables> {
  const database = await openSiteReader(use.home, use.log);
  return readTables(database.query, use.clock.now()).finally(() => database.close());
}

/** @throws MovingError if the last backup into the folder has a record that the journal does not have */
async function assertSameSite(folder: string, rows: readonly JournalRow[]): Promise<void> {
  const before = await readManifest(folder);
  if (before && before.records > 0 && rows[before.records - 1]?.hash !== before.hash)
    throw new MovingError(`${folder} is the backup of another site, or of this site before its journal lost records: name another folder.`);
}

async function digestsOf(folder: string): Promise<Record<string, string>> {
  const files = await listFiles(folder);
  const digests = await Promise.all(files.map(async (file) => [file, digestOf(await readFile(path.join(folder, file)))] as const));
  return Object.fromEntries(digests);
}

/** Undefined if the folder has no complete backup. @throws MovingError */
async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new MovingError(`${manifestFile(folder)} ${parsed.error.issues[0]?.message ?? 'cannot be read'}.`);
  return parsed.data;
}

/** Opens a backup after verifying the digests of tables, keys and accounts. @throws MovingError, JournalBrokenError */
export async function openBackup(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new MovingError(`${folder} holds no complete backup: backup.json is missing.`);
  const snapshot = path.join(folder, manifest.snapshot);
  const found: Record<string, string> = await digestsOf(snapshot).catch(() => ({}));
  const wrong = Object.entries(manifest.digests).find(([file, digest]) => found[file] !== digest);
  if (wrong) throw new MovingError(`${wrong[0]} of the backup ${folder} is damaged: use another backup.`);
  const dump = parseLines(await readFile(path.join(snapshot, dumpFile), 'utf8'));
  return { folder, manifest, dump, state: await stateOf(journalOf(dump)) };
}

export type Dump = Readonly<Record<TableName, readonly TableRow[]>>;

export const journalOf = (dump: Dump) => dump.journal as unknown as JournalRow[];

/** Omits expired values, and counts damaged rows. */
export async function readTables(query: Query, now: number): Promise<{ dump: Dump; damaged: Readonly<Record<TableName, number>> }> {
  const dump = {} as Record<TableName, TableRow[]>;
  const damaged = {} as Record<TableName, number>;
  for (const name of tableNames) {
    const schema: z.ZodType<TableRow> = rowSchemaOf(name);
    const found = await query(`${selectFrom(name)}${name === 'journal' ? ' ORDER BY seq' : ''}`);
    const rows = found.map((row) => schema.safeParse(row).data).filter((row) => row !== undefined);
    damaged[name] = found.length - rows.length;
    dump[name] = rows.filter((row) => !('ends_at' in row) || Number(row['ends_at']) > now);
  }
  return { dump, damaged };
}

const lineSchema = z.strictObject({ table: z.enum(tableNames), row: z.record(z.string(), z.unknown()) });

/** The order of the lines does not depend on the engine. */
export function toLines(dump: Dump): string {
  const linesOf = (table: TableName) => {
    const lines = dump[table].map((row) => `${JSON.stringify({ table, row })}\n`);
    return table === 'journal' ? lines : lines.sort();
  };
  return tableNames.flatMap(linesOf).join('');
}

/** @throws ZodError if a line is damaged */
function parseLines(text: string): Dump {
  const dump = Object.fromEntries(tableNames.map((name) => [name, [] as TableRow[]])) as Record<TableName, TableRow[]>;
  for (const line of text.split('\n').filter(Boolean)) {
    const { table, row } = lineSchema.parse(parseJson(line));
    dump[table].push(rowSchemaOf(table).parse(row) as TableRow);
  }
  return dump;
}
