import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { createTestSigner, type TestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import { beforeAll, describe, expect, it } from '@rstest/core';
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

describe('a device whose clock is wrong', () => {
  it.each([-yearMs, yearMs])('by %i ms locks no visitor out while the site sends its own time', async (wrong) => {
    expect(await visit({ set, keys: [now], now: noon + wrong, serverNow: noon })).toEqual([7]);
  });

  it('does not make an expired set young', async () => {
    expect(await visit({ set, keys: [now], now: noon + yearMs, serverNow: noon + yearMs })).toEqual([undefined, 'set-expired']);
    expect(await visit({ set, keys: [now], now: noon + yearMs })).toEqual([undefined, 'set-expired']);
  });
});

describe('the floor', () => {
  it('rises with what was verified, and falls with nothing else', async () => {
    const storage = createStorage();
    const keys = [now];
    const newer = await now.sign({ ...unsignedSet, sequence: 9 });
    expect(await visit({ set: newer, keys, storage })).toEqual([9]);
    expect(await visit({ set, keys, storage })).toEqual([9, 'set-older']);
    expect(await visit({ set: { ...set, sequence: 10 }, keys, storage })).toEqual([9, 'set-signature']);
    expect(await visit({ set: newer, keys, storage })).toEqual([9]);
  });

  it('does not rise with a set by a grant: it runs, and is not stored as the last good one', async () => {
    const storage = createStorage();
    const keys = [now];
    const grants = [{ remote: 'visit', version: '1.9.0', expiresAt: unsignedSet.expiresAt }];
    expect(await visit({ set: await now.sign({ ...unsignedSet, sequence: 9, grants }), keys, storage })).toEqual([9]);
    expect(await visit({ set, keys, storage })).toEqual([7]);
  });

  it('holds after the set itself is over, and is forgotten a week later', async () => {
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

  it('is none where storage is blocked', async () => {
    const blocked = new Proxy({} as Storage, {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const keys = [now];
    await visit({ set: await now.sign({ ...unsignedSet, sequence: 9 }), keys, storage: blocked });
    expect(await visit({ set, keys, storage: blocked })).toEqual([7]);
  });
});

describe('whom a browser trusts', () => {
  it('is on a first visit whom the page names, later only whom it knows', async () => {
    const storage = createStorage();
    expect(await visit({ set, keys: [now], storage })).toEqual([7]);
    const foreign = await stranger.sign(unsignedSet);
    expect(await visit({ set: foreign, keys: [stranger], storage })).toEqual([undefined, 'set-signature']);
    expect(await visit({ set: foreign, keys: [stranger, now], storage })).toEqual([7, 'set-signature']);
  });

  it('is the next key once the known one named it, and no longer the old one after that', async () => {
    const storage = createStorage();
    const turning = await now.sign({ ...unsignedSet, nextKey: next.publicKey });
    const both = [now, next];
    expect(await visit({ set: turning, keys: both, storage })).toEqual([7]);
    const turned = await next.sign({ ...unsignedSet, sequence: 8 });
    expect(await visit({ set: turned, keys: [next], storage })).toEqual([8]);
    const old = await now.sign({ ...unsignedSet, sequence: 9 });
    expect(await visit({ set: old, keys: both, storage })).toEqual([8, 'set-signature']);
  });

  it('is forgotten a week after the last set', async () => {
    const storage = createStorage();
    await visit({ set, keys: [now], storage });
    const at = Date.parse(unsignedSet.expiresAt) + memoryMs;
    const fresh = { issuedAt: new Date(at).toISOString(), expiresAt: new Date(at + 1000).toISOString() };
    const foreign = await stranger.sign({ ...unsignedSet, ...fresh });
    expect(await visit({ set: foreign, keys: [stranger], storage, now: at })).toEqual([7]);
  });

  it('is again whom the page names on a machine of one’s own', async () => {
    const storage = createStorage();
    const location = { protocol: 'http:', hostname: '127.0.0.1' };
    await visit({ set: await now.sign({ ...unsignedSet, sequence: 9 }), keys: [now], storage, location });
    const foreign = await stranger.sign(unsignedSet);
    expect(await visit({ set: foreign, keys: [stranger], storage, location })).toEqual([7]);
  });

  it('is whom the build names, whatever the page says', async () => {
    const builtIn = [now.publicKey];
    expect(await visit({ set, keys: [], builtIn })).toEqual([7]);
    const foreign = await stranger.sign(unsignedSet);
    expect(await visit({ set: foreign, keys: [stranger], builtIn })).toEqual([undefined, 'set-signature']);
  });
});

describe('a page that cannot verify', () => {
  it('runs no unverified set over https', async () => {
    expect(await visit({ set, keys: [now], subtle: undefined })).toEqual([undefined, 'set-signature']);
  });

  it('runs the set over plain http, reports it, and still no other museum’s', async () => {
    const terms = { keys: [now], subtle: undefined, location: { protocol: 'http:', hostname: '192.168.1.20' } };
    expect(await visit({ set, ...terms })).toEqual([7, 'set-unverified']);
    const foreign = await now.sign({ ...unsignedSet, museumId: 'b'.repeat(24) });
    expect(museumId).not.toBe(foreign.museumId);
    expect(await visit({ set: foreign, ...terms })).toEqual([undefined, 'set-museum']);
  });
});
