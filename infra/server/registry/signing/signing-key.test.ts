import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setKeySchema } from '@enfilade/shared-contracts/releases/release-set';
import { setKeyId } from '@enfilade/shared-contracts/releases/signed-set';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { makeSigningPem } from '../testing/make-signing-key.ts';
import { loadSigningKeys, SigningKeyError } from './signing-key.ts';

describe('the signing keys of a site', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'signing-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const write = async (name: string, text: string) => {
    const file = path.join(dataDir, name);
    await writeFile(file, text);
    return file;
  };
  const load = (...files: string[]) => loadSigningKeys({ files: files.join(',') || undefined, dataDir });

  it('are one of its own, made once for its owner alone', async () => {
    const [made] = await load();
    const [found] = await load();
    expect(found.id).toBe(made.id);
    expect((await stat(path.join(dataDir, 'keys/signing.pem'))).mode % 0o1000).toBe(0o600);
    expect((await stat(path.join(dataDir, 'keys'))).mode % 0o1000).toBe(0o700);
  });

  it('have the ids that browsers give them', async () => {
    const [{ id, publicKey }] = await load();
    expect(setKeySchema.parse(publicKey)).toBe(publicKey);
    expect(await setKeyId(publicKey, crypto.subtle)).toBe(id);
  });

  it('are two while one replaces the other, in the order of the setting', async () => {
    const files = [await write('now.pem', makeSigningPem()), await write('next.pem', makeSigningPem())];
    const keys = await load(...files);
    expect(keys).toHaveLength(2);
    expect((await load(...files.reverse())).map(({ id }) => id)).toEqual(keys.map(({ id }) => id).reverse());
  });

  it.each([
    ['no PEM', 'secret'],
    ['a key on another curve', makeSigningPem('P-384')],
    ['a damaged key', makeSigningPem().replace(/\n.{9}/, '\n')],
  ])('are refused when a file holds %s, without repeating it', async (_, text) => {
    const refused = load(await write('key.pem', text));
    await expect(refused).rejects.toThrow(SigningKeyError);
    await expect(refused).rejects.toThrow(/key\.pem holds no private key on P-256 in PKCS#8 PEM\.$/);
  });

  it('are refused when a file is missing, and when both files hold the same key', async () => {
    await expect(load(path.join(dataDir, 'none.pem'))).rejects.toThrow(/none\.pem cannot be read\.$/);
    const file = await write('key.pem', makeSigningPem());
    await expect(load(file, file)).rejects.toThrow('SIGNING_KEY_FILE names the same key twice.');
  });
});
