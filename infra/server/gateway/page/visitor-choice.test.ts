import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { SetChoice } from '../museums/release-sets.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { museumId, unsignedSet } from '../testing/samples.ts';
import { registryOf } from '../testing/test-gateway.ts';

const id = '6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10';
const other = '0b9c8d4e-90f2-4f2b-8a0e-6d0c6f6f0a77';
const composition = `/api/compositions/${museumId}`;

let asked: SetChoice[];
let chosen = unsignedSet;
const chooseSet = (choice: SetChoice) => {
  // The page also asks for the common set.
  if (choice.visitorId !== undefined || choice.grants.length > 0) asked.push(choice);
  return chosen;
};
const site = openEachTest({ options: { registry: registryOf(chooseSet) } });
beforeEach(() => {
  asked = [];
  chosen = unsignedSet;
});
const get = async (url: string, cookie = '') => (await site.gateway.get(url, { cookie })).status;

it('a set is chosen by the grant in the page’s address and by the cookies', async () => {
  const cookie = `visitorID=0123456789abcdef; grants=${other}; avoidedVersions=visit%401.9.0%2Cchat%402.0.0`;
  const held = {
    visitorId: '0123456789abcdef',
    avoid: [
      { remote: 'visit', version: '1.9.0' },
      { remote: 'chat', version: '2.0.0' },
    ],
  };
  await get(`/?museum=${museumId}&grant=${id.toUpperCase()}`, cookie);
  await get(`${composition}?grant=${id}`, cookie);
  expect(asked).toMatchObject([
    { museumId, grants: [id, other], ...held },
    { museumId, grants: [other], ...held },
  ]);
  for (const { now } of asked) expect(Math.abs(now - site.gateway.clock.now())).toBeLessThan(60_000);
});

it('malformed grants and versions in address and cookies are ignored', async () => {
  const piece = fc.oneof(
    fc.constantFrom('%', '%2C', '@', '.', ',', '"', '__proto__@1.0.0', 'constructor', 'visit@1', id.slice(1), '1.0.0', 'toString'),
    fc.string({ unit: fc.constantFrom(...'abc019.-_@%,/<>\\') }),
  );
  const hostile = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((all) => all.join('.')),
    piece.map((one) => Array.from({ length: 40 }, () => one).join()),
    fc.constantFrom('x'.repeat(1_500), '%'.repeat(1_000), 'x,'.repeat(1_000)),
  );
  await forAllAsync(hostile, hostile, async (grants, avoided) => {
    const cookie = `grants=${grants}; avoidedVersions=${avoided}; avoidedVersions=visit%401.9.0; grants=${id}`;
    const statuses = [await get(`/?museum=${museumId}&grant=${encodeURIComponent(grants)}`, cookie), await get(composition, cookie)];
    expect(statuses).toEqual([200, 200]);
    for (const { grants, avoid } of asked.splice(0)) {
      expect(grants).toEqual([id]);
      expect(avoid).toEqual([{ remote: 'visit', version: '1.9.0' }]);
    }
  });
});

it('a repeated request for a set gets 304 until the set changes', async () => {
  const first = await site.gateway.get(composition);
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' });
  for (const known of [etag, `"old", W/${etag}`, '*']) {
    const again = await site.gateway.get(composition, { 'if-none-match': known });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' });
  }
  chosen = { ...unsignedSet, sequence: unsignedSet.sequence + 1 };
  const next = await site.gateway.get(composition, { 'if-none-match': etag });
  expect([next.status, next.json<{ sequence: number }>().sequence]).toEqual([200, chosen.sequence]);
  expect(next.headers['etag']).not.toBe(etag);
});
