import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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

  it('makes a new one in place of a damaged one', async () => {
    await writeFile(path.join(folder, 'visit.key'), 'short');
    expect(await loadVisitKey(folder)).toHaveLength(32);
  });
});
