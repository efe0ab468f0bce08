import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { createTestSigner, type TestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import { beforeAll, expect, it } from '@rstest/core';
import { memoryMs } from './set-verifier.ts';
import { createStorage, noon, openPage, type PageTerms, saying, unsignedSet } from './testing/signed-page.ts';

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

type VisitTerms = Omit<PageTerms, 'html'> & { set: ReleaseSet };

/** @returns the sequence of the running set, and the reported problems */
async function visit(terms: VisitTerms) {
  const page = openPage({ html: text(terms.set), ...terms });
  const running = await page.set.load().catch(() => undefined);
  return [running?.sequence, ...page.problems];
}

it('a device whose clock is wrong runs the set if the site sends its own time, unless the set has expired', async () => {
  for (const wrong of [-yearMs, yearMs]) expect(await visit({ set, keys: [now], now: noon + wrong, serverNow: noon })).toEqual([7]);
  expect(await visit({ set, keys: [now], now: noon + yearMs, serverNow: noon + yearMs })).toEqual([undefined, 'set-expired']);
  expect(await visit({ set, keys: [now], now: noon + yearMs })).toEqual([undefined, 'set-expired']);
});

/** Each page has the current key. */
function openBrowser(storage = createStorage()) {
  return async (change: Partial<ReleaseSet>, terms: Partial<VisitTerms> = {}) =>
    visit({ set: await now.sign({ ...unsignedSet, ...change }), keys: [now], storage, ...terms });
}

it('a page runs no older set than the newest one that this browser has verified', async () => {
  const open = openBrowser();
  expect(await open({ sequence: 9 })).toEqual([9]);
  expect(await open({})).toEqual([9, 'set-older']);
  expect(await open({}, { set: { ...set, sequence: 10 } })).toEqual([9, 'set-signature']);
  expect(await open({ sequence: 9 })).toEqual([9]);
});

it('a set with grants runs, and is not stored as the newest verified set', async () => {
  const open = openBrowser();
  const grants = [{ remote: 'visit', version: '1.9.0', expiresAt: unsignedSet.expiresAt }];
  expect(await open({ sequence: 9, grants })).toEqual([9]);
  expect(await open({})).toEqual([7]);
});

/** The first set has expired `ms` ago. */
function issueLater(ms: number) {
  const at = Date.parse(unsignedSet.expiresAt) + ms;
  return { at, fresh: { issuedAt: new Date(at).toISOString(), expiresAt: new Date(at + 1000).toISOString() } };
}

it('the browser ignores its newest verified set a week after the set has expired', async () => {
  const open = openBrowser();
  await open({ sequence: 9 });
  const openLater = (ms: number) => open(issueLater(ms).fresh, { now: issueLater(ms).at });
  expect(await openLater(memoryMs - 1)).toEqual([undefined, 'set-older']);
  expect(await openLater(memoryMs)).toEqual([7]);
});

it('a page runs an older set if storage is blocked', async () => {
  const get = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const open = openBrowser(new Proxy({} as Storage, { get }));
  await open({ sequence: 9 });
  expect(await open({})).toEqual([7]);
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

it('a browser deletes its trusted keys a week after the last set has expired', async () => {
  const storage = createStorage();
  await visit({ set, keys: [now], storage });
  const { at, fresh } = issueLater(memoryMs);
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

it('a page without WebCrypto runs no set over https, and over http runs and reports a set, but not another museum’s set', async () => {
  expect(await visit({ set, keys: [now], subtle: undefined })).toEqual([undefined, 'set-signature']);
  const terms = { keys: [now], subtle: undefined, location: { protocol: 'http:', hostname: '192.168.1.20' } };
  expect(await visit({ set, ...terms })).toEqual([7, 'set-unverified']);
  const foreign = await now.sign({ ...unsignedSet, museumId: 'b'.repeat(24) });
  expect(await visit({ set: foreign, ...terms })).toEqual([undefined, 'set-museum']);
});

const late = () => ({ set, keys: [now], now: noon + yearMs });

it('the site’s time is the date of a response that no cache stores', async () => {
  const asked: unknown[] = [];
  const fetch = async (url: string, { cache }: RequestInit) => {
    asked.push([url, cache]);
    return saying(noon);
  };
  expect(await visit({ ...late(), fetch })).toEqual([7]);
  expect(asked).toEqual([['/healthz', 'no-store']]);
});

it('the site’s time is unknown if the response has no valid date, or if no response arrives within 3 s', async () => {
  const unknown = [undefined, 'set-expired'];
  expect(await visit(late())).toEqual(unknown);
  expect(await visit({ ...late(), fetch: async () => new Response(null, { headers: { date: 'soon' } }) })).toEqual(unknown);
  const clock = createHandClock();
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<never>((__, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
      setTimeout(() => clock.pass(3_000));
    });
  expect(await visit({ ...late(), clock, fetch })).toEqual(unknown);
  expect(clock.waiting()).toBe(0);
});
