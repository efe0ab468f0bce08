import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isSigned, readSetKeys } from '@enfilade/shared-contracts/releases/signed-set';
import { expect, it } from '@rstest/core';
import { makeSigningKey, signWith } from '../testing/make-signing-key.ts';
import { createSetSigner, setLifeMs } from './set-signer.ts';

const [now, next] = [makeSigningKey(), makeSigningKey()];
const unsigned: UnsignedSet = { museumId: '*', sequence: 7, issuedAt: '2026-01-01T00:00:00.000Z', contract: '1.0.0', remotes: {} };
const museumId = 'a'.repeat(24);
const { subtle } = crypto;

it('a signed set verifies with the published key and expires after a day', async () => {
  const signer = createSetSigner(signWith(now), createHandClock());
  const set = releaseSetSchema.parse(signer.sign(unsigned, museumId));
  expect(await isSigned(set, await readSetKeys(signer.publicKeys, subtle), subtle)).toBe(true);
  expect(Date.parse(set.expiresAt) - Date.parse(set.issuedAt)).toBe(24 * 3_600_000);
  expect(set).toMatchObject({ museumId, sequence: 7, keyId: now.id });
});

it('a set is signed once, and again with the same sequence after half of its lifetime', () => {
  const clock = createHandClock();
  const signer = createSetSigner(signWith(now), clock);
  const first = signer.sign(unsigned, museumId);
  clock.pass(setLifeMs / 2 - 1);
  expect(signer.sign(unsigned, museumId)).toBe(first);
  clock.pass(1);
  const second = signer.sign(unsigned, museumId);
  expect(second).not.toBe(first);
  expect(second).toMatchObject({ sequence: 7, issuedAt: new Date(setLifeMs / 2).toISOString() });
  expect(signer.sign(unsigned, museumId)).toBe(second);
});

it('a set with grants expires with the first grant', () => {
  const clock = createHandClock();
  const signer = createSetSigner(signWith(now), clock);
  const endsIn = (ms: number) => ({ remote: 'visit', version: '1.9.0', expiresAt: new Date(ms).toISOString() });
  const of = (...grants: ReturnType<typeof endsIn>[]) => signer.sign({ ...unsigned, museumId, grants }, museumId);
  expect(releaseSetSchema.parse(of(endsIn(2_000), endsIn(1_000))).expiresAt).toBe(new Date(1_000).toISOString());
  expect(of(endsIn(setLifeMs + 1)).expiresAt).toBe(new Date(setLifeMs).toISOString());
});

it('each museum gets its own signed set, also of the default set', async () => {
  const signer = createSetSigner(signWith(now), createHandClock());
  const keys = await readSetKeys(signer.publicKeys, subtle);
  const [set, other] = [signer.sign(unsigned, museumId), signer.sign(unsigned, 'b'.repeat(24))];
  expect(await isSigned({ ...set, museumId: other.museumId }, keys, subtle)).toBe(false);
  expect(await isSigned(other, keys, subtle)).toBe(true);
});

it('the cache of signed sets has at most a few hundred museums', () => {
  const signer = createSetSigner(signWith(now), createHandClock());
  const first = signer.sign(unsigned, museumId);
  for (let other = 0; other < 500; other += 1) signer.sign(unsigned, other.toString(16).padStart(24, '0'));
  expect(signer.sign(unsigned, museumId)).not.toBe(first);
});

it('a set is signed again after the clock was set back', () => {
  let time = Date.parse('2026-11-20T10:00:00Z');
  const signer = createSetSigner(signWith(now), { now: () => time, after: () => () => undefined });
  signer.sign(unsigned, museumId);
  time -= setLifeMs;
  expect(signer.sign(unsigned, museumId).issuedAt).toBe(new Date(time).toISOString());
});

it('the set announces the next key and is signed by the current key', async () => {
  const signer = createSetSigner(signWith(now, next), createHandClock());
  const set = releaseSetSchema.parse(signer.sign(unsigned, museumId));
  expect(signer.publicKeys).toEqual([now.publicKey, next.publicKey]);
  expect([set.keyId, set.nextKey]).toEqual([now.id, next.publicKey]);
  expect(await isSigned(set, await readSetKeys([now.publicKey], subtle), subtle)).toBe(true);
  expect(await isSigned(set, await readSetKeys([next.publicKey], subtle), subtle)).toBe(false);
});
