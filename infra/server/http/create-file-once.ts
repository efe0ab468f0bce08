import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The file's bytes; at the first start it is created, for its owner alone. Of several processes that start at once all
 * get those of the one that was first, and a crash leaves no half of it.
 */
export async function createFileOnce(file: string, create: () => string | Buffer | Promise<string>): Promise<Buffer> {
  const existing = await readExisting(file);
  if (existing !== undefined) return existing;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  const content = await create();
  try {
    await writeFile(aside, content, { mode: 0o600, flag: 'wx' });
    await link(aside, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return readFile(file);
}

/** It may have been copied from a backup without its rights. */
async function readExisting(file: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(file);
    await chmod(file, 0o600);
    return bytes;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
