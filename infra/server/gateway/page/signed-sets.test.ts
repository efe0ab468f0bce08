import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isSigned, readSetKeys } from '@enfilade/shared-contracts/releases/signed-set';
import { expect, it } from '@rstest/core';
import { createSetChooser } from '../../registry/choosing/set-chooser.ts';
import { largeRegistry } from '../../registry/choosing/testing/large-registry.ts';
import { createSetSigner, setLifeMs } from '../../registry/signing/set-signer.ts';
import { makeSigningKey, signWith } from '../../registry/testing/make-signing-key.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { museumId } from '../testing/samples.ts';
import { registryOf } from '../testing/test-gateway.ts';

const keysIn = (html: string) => /<meta name="release-keys" content="([^"]*)">/.exec(html)?.[1]?.split(' ') ?? [];
const setIn = (html: string): ReleaseSet =>
  releaseSetSchema.parse(JSON.parse(/<script type="application\/json" id="release-set">(.*?)<\/script>/.exec(html)?.[1] ?? ''));
const verifies = async (set: ReleaseSet, keys: readonly string[]) => isSigned(set, await readSetKeys(keys, crypto.subtle), crypto.subtle);

const site = openEachTest();
const readPage = async () => (await site.gateway.get(`/?museum=${museumId}`)).text;
const readAnswer = async () => releaseSetSchema.parse((await site.gateway.get(`/api/compositions/${museumId}?language=de`)).json());

it('page and route give the same set, which verifies with the page’s key', async () => {
  const html = await readPage();
  expect(keysIn(html)).toHaveLength(1);
  expect(await readAnswer()).toEqual(setIn(html));
  expect(await verifies(setIn(html), keysIn(html))).toBe(true);
  expect(await verifies({ ...setIn(html), sequence: 8 }, keysIn(html))).toBe(false);
  expect(setIn(html).museumId).toBe(museumId);
});

it('a set is signed again after half of its life', async () => {
  const first = await readAnswer();
  site.gateway.clock.turn(setLifeMs / 2 - 60_000);
  expect(await readAnswer()).toEqual(first);
  site.gateway.clock.turn(60_000);
  const html = await readPage();
  expect(setIn(html)).toMatchObject({ sequence: first.sequence, remotes: first.remotes });
  expect(Date.parse(setIn(html).issuedAt)).toBeGreaterThan(Date.parse(first.issuedAt));
  expect(await verifies(setIn(html), keysIn(html))).toBe(true);
});

it('a page is no larger with 40 remotes, 4,000 versions and 10,000 museums than with 4, 40 and 10', async () => {
  const bytesWith = async (remotes: number, versions: number, museums: number) => {
    const state = largeRegistry({ remotes, versions, museums, museumId });
    await site.reopen({ options: { registry: registryOf(createSetChooser(() => state).chooseSet) } });
    return (await site.gateway.get(`/?museum=${museumId}`, { 'accept-encoding': 'br' })).bytes.length;
  };
  const [few, many] = [await bytesWith(4, 40, 10), await bytesWith(40, 4_000, 10_000)];
  expect(Math.abs(many / few - 1), `${few} and ${many} bytes`).toBeLessThanOrEqual(0.03);
});

it('a page names both keys during a key rotation', async () => {
  const [now, next] = [makeSigningKey(), makeSigningKey()];
  const signer = createSetSigner(signWith(now, next), site.gateway.clock);
  await site.reopen({ options: { signer } });
  const html = await readPage();
  expect(keysIn(html)).toEqual([now.publicKey, next.publicKey]);
  expect([setIn(html).keyId, setIn(html).nextKey]).toEqual([now.id, next.publicKey]);
  expect(await verifies(setIn(html), [now.publicKey])).toBe(true);
});
