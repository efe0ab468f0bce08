import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll, forAllAsync } from '../kit/testing/for-all.ts';
import { type ReleaseSet, releaseSetSchema } from './release-set.ts';
import { canonicalJson, clockSkewMs, isInLife, isSigned, parseSet, readSetKeys, setByteLimit, validateSet } from './signed-set.ts';
import { createTestSigner } from './testing/sign-set.ts';

const museumId = 'a'.repeat(24);
const life = { issuedAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-21T10:00:00.000Z' };
const unsigned = { museumId, sequence: 42, ...life, contract: '1.2.0', remotes: {} };
const set: ReleaseSet = { ...unsigned, keyId: '0'.repeat(16), signature: 'A'.repeat(86) };
const entry = '/remotes/visit/1.8.0/remoteEntry.js';
const files = { entry, initial: [], integrity: { [entry]: `sha384-${'A'.repeat(64)}` } };
const remote = { version: '1.8.0', contract: '^1.2.0', shared: { react: '^19.3.0' }, ...files };

it('parseSet() returns the set or a problem for size or shape', () => {
  expect(parseSet(JSON.stringify(set))).toEqual({ set });
  expect(parseSet(`${' '.repeat(setByteLimit)}${JSON.stringify(set)}`)).toEqual({ problem: 'set-size' });
  expect(parseSet(`"${'é'.repeat(setByteLimit / 2)}"`)).toEqual({ problem: 'set-size' });
  expect(parseSet(JSON.stringify({ ...set, keyId: undefined }))).toEqual({ problem: 'set-shape' });
  expect(parseSet(JSON.stringify({ ...set, more: 1 }))).toEqual({ problem: 'set-shape' });
  expect(parseSet(JSON.stringify({ ...set, signature: `${'A'.repeat(85)}B` }))).toEqual({ problem: 'set-shape' });
});

it('parseSet() refuses declared paths that leave the site and declarations without paths or needs', () => {
  const parse = (declaration: object) => parseSet(JSON.stringify({ ...set, remotes: { visit: { ...remote, declaration } } }));
  expect(parse({ routes: ['/poster'], needs: ['museum'] })).toHaveProperty('set');
  for (const routes of [['//elsewhere.example'], ['/a/b'], ['javascript:alert(1)'], [3], '/poster', undefined])
    expect(parse({ routes, needs: [] })).toEqual({ problem: 'set-shape' });
  for (const needs of ['museum', [{}], undefined]) expect(parse({ routes: ['/poster'], needs })).toEqual({ problem: 'set-shape' });
});

it('parseSet() returns a problem and throws no error for any other text', () => {
  forAll(fc.oneof(fc.string(), fc.json()), (text) => expect(parseSet(text)).toEqual({ problem: 'set-shape' }));
});

it('validateSet() refuses a set of another museum', () => {
  expect(validateSet(set, museumId, undefined)).toBeUndefined();
  expect(validateSet(set, 'b'.repeat(24), undefined)).toBe('set-museum');
  expect(validateSet(set, '*', undefined)).toBe('set-museum');
  expect(validateSet({ ...set, museumId: '*' }, museumId, undefined)).toBe('set-museum');
  expect(validateSet({ ...set, museumId: '*' }, '*', undefined)).toBeUndefined();
});

it('validateSet() refuses a set older than the newest known sequence', () => {
  forAll(fc.nat(), fc.nat(), (sequence, floor) =>
    expect(validateSet({ ...set, sequence }, museumId, floor)).toBe(sequence < floor ? 'set-older' : undefined),
  );
});

it.each([
  ['2026-11-20T09:54:59.999Z', false],
  ['2026-11-20T09:55:00.000Z', true],
  ['2026-11-21T10:04:59.999Z', true],
  ['2026-11-21T10:05:00.000Z', false],
])('at %s the validity of the set is %s', (time, isAlive) => {
  expect(clockSkewMs).toBe(300_000);
  expect(isInLife(set, Date.parse(time))).toBe(isAlive);
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, reversed(entry)]);
  return Object.fromEntries(entries.reverse());
}

const isPlain = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__"');
const json = fc.jsonValue().filter(isPlain);

it('canonical JSON parses to the same value, and has sorted keys, no white space and no absent values', () => {
  forAll(json, (value) => {
    expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
    expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
  expect(canonicalJson({ b: [1, { d: null, c: 'é "x"' }], a: undefined, Z: true })).toBe('{"Z":true,"b":[1,{"c":"é \\"x\\"","d":null}]}');
});

const signed = { ...unsigned, remotes: { visit: remote } };
const { subtle } = crypto;
const [signer, other] = await Promise.all([createTestSigner(), createTestSigner()]);
const keys = await readSetKeys([signer.publicKey], subtle);
const signedSet = await signer.sign({ ...signed, nextKey: other.publicKey });

it('a signed set verifies in any order of its keys and with one of several keys, and invalid keys are ignored', async () => {
  expect(releaseSetSchema.parse(signedSet)).toEqual(signedSet);
  expect(await isSigned(signedSet, keys, subtle)).toBe(true);
  const turned = Object.fromEntries(Object.entries(signedSet).reverse()) as ReleaseSet;
  expect(await isSigned(turned, keys, subtle)).toBe(true);
  const several = await readSetKeys(['', '%', 'AAAA', other.publicKey, signer.publicKey], subtle);
  expect([several.length, await isSigned(signedSet, several, subtle)]).toEqual([2, true]);
});

it('a signed set does not verify after a change of any character', async () => {
  const text = JSON.stringify(signedSet);
  const place = fc.nat(text.length - 1);
  let sets = 0;
  await forAllAsync(place, fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }), async (at, character) => {
    fc.pre(character !== text[at]);
    const changed = parseSet(`${text.slice(0, at)}${character}${text.slice(at + 1)}`);
    if (!('set' in changed)) return;
    sets += 1;
    expect(await isSigned(changed.set, keys, subtle)).toBe(false);
  });
  expect(sets).toBeGreaterThan(0);
});

it('a signed set does not verify after a field was added, removed or replaced', async () => {
  const { nextKey: _, ...without } = signedSet;
  expect(await isSigned(without, keys, subtle)).toBe(false);
  expect(await isSigned({ ...set, remotes: {} }, keys, subtle)).toBe(false);
  expect(await isSigned({ ...(await signer.sign(signed)), nextKey: other.publicKey }, keys, subtle)).toBe(false);
});

it('a set signed by an untrusted key does not verify, even under a trusted key’s id', async () => {
  const foreign = await other.sign(signed);
  expect(await isSigned(foreign, keys, subtle)).toBe(false);
  expect(await isSigned({ ...foreign, keyId: signedSet.keyId }, keys, subtle)).toBe(false);
  expect(await isSigned(signedSet, [], subtle)).toBe(false);
});
