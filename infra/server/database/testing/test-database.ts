import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSiteDatabase } from '../open-database.ts';

export async function openTestDatabase() {
  const folder = await mkdtemp(path.join(tmpdir(), 'database-'));
  const database = await openSiteDatabase({ dataDir: folder }, { warn() {} });
  const end = () => database.close().finally(() => rm(folder, { recursive: true }));
  return { database, end };
}
