import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { loadVisitKey } from './visit-cookie.ts';

describe('loadVisitKey', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'visit-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes a key for its owner alone, and finds it again', async () => {
    const key = await loadVisitKey(folder);
    expect(key).toHaveLength(32);
    expect(await loadVisitKey(folder)).toEqual(key);
    expect((await stat(path.join(folder, 'visit.key'))).mode % 0o1000).toBe(0o600);
  });

  it('refuses a damaged one in a sentence, and leaves it as it is', async () => {
    const file = path.join(folder, 'visit.key');
    await writeFile(file, 'short');
    await expect(loadVisitKey(folder)).rejects.toThrow(`${file} holds 5 bytes where a key has 32: put back a copy of it, or delete it`);
    expect(await readFile(file, 'utf8')).toBe('short');
  });

  it('is the same for several gateways that make it at once', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => loadVisitKey(folder)));
    for (const key of keys) expect(key).toEqual(keys[0]);
    expect(await readdir(folder)).toEqual(['visit.key']);
  });
});
