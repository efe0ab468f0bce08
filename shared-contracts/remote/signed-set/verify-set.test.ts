import { beforeAll, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type ReleaseSet, releaseSetSchema } from '../release-set.ts';
import { createTestSigner, type TestSigner } from '../testing/sign-set.ts';
import { readSetKeys, type SetKey } from './set-key.ts';
import { isSigned } from './verify-set.ts';

const entry = '/remotes/visit/1.8.0/remoteEntry.js';
const unsigned = {
  museumId: 'a'.repeat(24),
  sequence: 42,
  issuedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-21T10:00:00.000Z',
  contract: '1.2.0',
  remotes: {
    visit: {
      version: '1.8.0',
      contract: '^1.2.0',
      federation: '^2.9.0',
      shared: { react: '^19.3.0' },
      entry,
      initial: [],
      integrity: { [entry]: `sha384-${'A'.repeat(64)}` },
    },
  },
};
const { subtle } = crypto;

describe('the signature of a set', () => {
  let signer: TestSigner;
  let other: TestSigner;
  let keys: SetKey[];
  let set: ReleaseSet;
  beforeAll(async () => {
    [signer, other] = await Promise.all([createTestSigner(), createTestSigner()]);
    keys = await readSetKeys([signer.publicKey], subtle);
    set = await signer.sign({ ...unsigned, nextKey: other.publicKey });
  });

  it('holds for the set as it came, in any order of its keys', async () => {
    expect(releaseSetSchema.parse(set)).toEqual(set);
    expect(await isSigned(set, keys, subtle)).toBe(true);
    const turned = Object.fromEntries(Object.entries(set).reverse()) as ReleaseSet;
    expect(await isSigned(turned, keys, subtle)).toBe(true);
  });

  it('fails when any character of any field is another, as far as it still is a set at all', async () => {
    const text = JSON.stringify(set);
    const place = fc.nat(text.length - 1);
    let sets = 0;
    await fc.assert(
      fc.asyncProperty(place, fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }), async (at, character) => {
        fc.pre(character !== text[at]);
        const changed = parse(`${text.slice(0, at)}${character}${text.slice(at + 1)}`);
        if (!changed) return;
        sets += 1;
        expect(await isSigned(changed, keys, subtle)).toBe(false);
      }),
      { numRuns: 3000 },
    );
    expect(sets).toBeGreaterThan(100);
  });

  it('fails when a field comes or goes', async () => {
    const { nextKey: _, ...without } = set;
    expect(await isSigned(without, keys, subtle)).toBe(false);
    expect(await isSigned({ ...set, remotes: {} }, keys, subtle)).toBe(false);
    expect(await isSigned({ ...(await signer.sign(unsigned)), nextKey: other.publicKey }, keys, subtle)).toBe(false);
  });

  it('fails for a key that is not trusted, also when it goes by the id of one that is', async () => {
    const foreign = await other.sign(unsigned);
    expect(await isSigned(foreign, keys, subtle)).toBe(false);
    expect(await isSigned({ ...foreign, keyId: set.keyId }, keys, subtle)).toBe(false);
    expect(await isSigned(set, [], subtle)).toBe(false);
  });

  it('needs one of several keys; what is no key is passed over', async () => {
    const several = await readSetKeys(['', '%', 'AAAA', other.publicKey, signer.publicKey], subtle);
    expect(several.map(({ id }) => id)).toHaveLength(2);
    expect(await isSigned(set, several, subtle)).toBe(true);
  });
});

function parse(text: string): ReleaseSet | undefined {
  try {
    return releaseSetSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
