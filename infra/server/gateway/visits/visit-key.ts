import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const keyBytes = 32;

/** The key that signs visit cookies, made at the first start: visits outlive a restart. */
export async function loadVisitKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'visit.key');
  const held = await readFile(file).catch(() => undefined);
  if (held?.length === keyBytes) return held;
  const key = randomBytes(keyBytes);
  await writeFile(file, key, { mode: 0o600 });
  return key;
}
