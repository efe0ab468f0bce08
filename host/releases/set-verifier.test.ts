import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { createTestSigner, type TestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import { beforeAll, expect, it } from '@rstest/core';
import { memoryMs } from './set-verifier.ts';
import { createStorage, museumId, noon, openPage, type PageTerms, unsignedSet } from './testing/signed-page.ts';

const yearMs = 365 * 24 * 3_600_000;
const text = (set: unknown) => JSON.stringify(set);

let now: TestSigner;
let next: TestSigner;
let stranger: TestSigner;
let set: ReleaseSet;
beforeAll(async () => {
  [now, next, stranger] = await Promise.all([createTestSigner(), createTestSigner(), createTestSigner()]);
  set = await now.sign(unsignedSet);
});

/** Opens a page on a set; what is reported of it, and the number of what runs. */
async function visit(terms: Omit<PageTerms, 'html'> & { set: ReleaseSet }) {
  const page = openPage({ html: text(terms.set), ...terms });
  const running = await page.set.load().catch(() => undefined);
  return [running?.sequence, ...page.problems];
}

it.each([-yearMs, yearMs])('a device whose clock is wrong by %i ms runs the set if the site sends its own time', async (wrong) => {
  expect(await visit({ set, keys: [now], now: noon + wrong, serverNow: noon })).toEqual([7]);
});

it('a device whose clock is wrong does not run an expired set', async () => {
  expect(await visit({ set, keys: [now], now: noon + yearMs, serverNow: noon + yearMs })).toEqual([undefined, 'set-expired']);
  expect(await visit({ set, keys: [now], now: noon + yearMs })).toEqual([undefined, 'set-expired']);
});

it('a page runs no older set than the newest one that this browser has verified', async () => {
  const storage = createStorage();
  const keys = [now];
  const newer = await now.sign({ ...unsignedSet, sequence: 9 });
  expect(await visit({ set: newer, keys, storage })).toEqual([9]);
  expect(await visit({ set, keys, storage })).toEqual([9, 'set-older']);
  expect(await visit({ set: { ...set, sequence: 10 }, keys, storage })).toEqual([9, 'set-signature']);
  expect(await visit({ set: newer, keys, storage })).toEqual([9]);
});

it('a set with grants runs, and is not stored as the newest verified set', async () => {
  const storage = createStorage();
  const keys = [now];
  const grants = [{ remote: 'visit', version: '1.9.0', expiresAt: unsignedSet.expiresAt }];
  expect(await visit({ set: await now.sign({ ...unsignedSet, sequence: 9, grants }), keys, storage })).toEqual([9]);
  expect(await visit({ set, keys, storage })).toEqual([7]);
});

it('the browser forgets its newest verified set a week after the set has expired', async () => {
  const storage = createStorage();
  const keys = [now];
  await visit({ set: await now.sign({ ...unsignedSet, sequence: 9 }), keys, storage });
  const later = async (ms: number) => {
    const at = Date.parse(unsignedSet.expiresAt) + ms;
    const fresh = { issuedAt: new Date(at).toISOString(), expiresAt: new Date(at + 1000).toISOString() };
    return visit({ set: await now.sign({ ...unsignedSet, ...fresh }), keys, storage, now: at });
  };
  expect(await later(memoryMs - 1)).toEqual([undefined, 'set-older']);
  expect(await later(memoryMs)).toEqual([7]);
});

it('a page runs an older set if storage is blocked', async () => {
  const blocked = new Proxy({} as Storage, {
    get() {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  const keys = [now];
  await visit({ set: await now.sign({ ...unsignedSet, sequence: 9 }), keys, storage: blocked });
  expect(await visit({ set, keys, storage: blocked })).toEqual([7]);
});

it('a browser trusts the page’s keys on a first visit, and later only the keys of that visit', async () => {
  const storage = createStorage();
  expect(await visit({ set, keys: [now], storage })).toEqual([7]);
  const foreign = await stranger.sign(unsignedSet);
  expect(await visit({ set: foreign, keys: [stranger], storage })).toEqual([undefined, 'set-signature']);
  expect(await visit({ set: foreign, keys: [stranger, now], storage })).toEqual([7, 'set-signature']);
});

it('a browser trusts the next key that a verified set names, and then no longer the old key', async () => {
  const storage = createStorage();
  const turning = await now.sign({ ...unsignedSet, nextKey: next.publicKey });
  const both = [now, next];
  expect(await visit({ set: turning, keys: both, storage })).toEqual([7]);
  const turned = await next.sign({ ...unsignedSet, sequence: 8 });
  expect(await visit({ set: turned, keys: [next], storage })).toEqual([8]);
  const old = await now.sign({ ...unsignedSet, sequence: 9 });
  expect(await visit({ set: old, keys: both, storage })).toEqual([8, 'set-signature']);
});

it('a browser forgets its trusted keys a week after the last set has expired', async () => {
  const storage = createStorage();
  await visit({ set, keys: [now], storage });
  const at = Date.parse(unsignedSet.expiresAt) + memoryMs;
  const fresh = { issuedAt: new Date(at).toISOString(), expiresAt: new Date(at + 1000).toISOString() };
  const foreign = await stranger.sign({ ...unsignedSet, ...fresh });
  expect(await visit({ set: foreign, keys: [stranger], storage, now: at })).toEqual([7]);
});

it('a browser on a developer’s machine trusts the page’s keys at every visit', async () => {
  const storage = createStorage();
  const location = { protocol: 'http:', hostname: '127.0.0.1' };
  await visit({ set: await now.sign({ ...unsignedSet, sequence: 9 }), keys: [now], storage, location });
  const foreign = await stranger.sign(unsignedSet);
  expect(await visit({ set: foreign, keys: [stranger], storage, location })).toEqual([7]);
});

it('a host that was built with keys trusts no other keys', async () => {
  const builtIn = [now.publicKey];
  expect(await visit({ set, keys: [], builtIn })).toEqual([7]);
  const foreign = await stranger.sign(unsignedSet);
  expect(await visit({ set: foreign, keys: [stranger], builtIn })).toEqual([undefined, 'set-signature']);
});

it('a page without WebCrypto runs no set over https', async () => {
  expect(await visit({ set, keys: [now], subtle: undefined })).toEqual([undefined, 'set-signature']);
});

it('a page without WebCrypto runs a set over http, reports that, and refuses another museum’s set', async () => {
  const terms = { keys: [now], subtle: undefined, location: { protocol: 'http:', hostname: '192.168.1.20' } };
  expect(await visit({ set, ...terms })).toEqual([7, 'set-unverified']);
  const foreign = await now.sign({ ...unsignedSet, museumId: 'b'.repeat(24) });
  expect(museumId).not.toBe(foreign.museumId);
  expect(await visit({ set: foreign, ...terms })).toEqual([undefined, 'set-museum']);
});
