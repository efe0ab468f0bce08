import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { everything } from './scope.ts';
import { createToken, findToken, loadTokens } from './tokens.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enfilade-tokens-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const local = () => path.join(dataDir, 'tokens/local');

describe('the local token', () => {
  it('is made once, for its owner alone, scoped to everything', async () => {
    const made = await loadTokens(dataDir);
    const secret = (await readFile(local(), 'utf8')).trim();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect((await stat(local())).mode & 0o777).toBe(0o600);
    expect(findToken(made, secret)).toMatchObject({ name: 'local', scope: everything });
    expect(findToken(await loadTokens(dataDir), secret)).toBeDefined();
    expect(JSON.stringify(made)).not.toContain(secret);
  });

  it('loses rights it should not have', async () => {
    await loadTokens(dataDir);
    await chmod(local(), 0o644);
    await loadTokens(dataDir);
    expect((await stat(local())).mode & 0o777).toBe(0o600);
  });

  it('stops the start when its file holds none', async () => {
    await loadTokens(dataDir);
    for (const content of ['', 'short', 'two words '.repeat(9)]) {
      await writeFile(local(), content);
      await expect(loadTokens(dataDir)).rejects.toThrow(/holds no token; delete it/);
    }
  });
});

describe('finding a token', () => {
  it('knows exactly the secrets it was given', () => {
    const tokens = ['one', 'two', 'three'].map((secret) => createToken(`name-${secret}`, secret, everything));
    expect(['one', 'three', 'One', 'on', ''].map((secret) => findToken(tokens, secret)?.name)).toEqual([
      'name-one',
      'name-three',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
