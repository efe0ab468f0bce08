import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { setByteLimit } from '@enfilade/shared-contracts/releases/signed-set';
import { createTestSigner, type TestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import { beforeAll, describe, expect, it } from '@rstest/core';
import { createCurrentSet } from './current-set.ts';
import { createStorage, entry, hash, museumId, noon, openPage, unsignedSet } from './testing/signed-page.ts';

const dayMs = 24 * 3_600_000;
const text = (set: unknown) => JSON.stringify(set);

let signer: TestSigner;
let set: ReleaseSet;
beforeAll(async () => {
  signer = await createTestSigner();
  set = await signer.sign(unsignedSet);
});

/** Knows nothing, and accepts everything. */
const verifier = { verify: async () => undefined, lastGood: async () => undefined, accept: async () => undefined };

describe('the page’s release set', () => {
  it('the page’s release set is the one in the HTML, and no request is made', async () => {
    const page = openPage({ html: text(set), keys: [signer] });
    expect(page.set.integrityOf(entry)).toBeUndefined();
    expect(await page.set.load()).toEqual(set);
    expect(page.set.integrityOf(entry)).toBe(hash);
    expect(page.set.integrityOf('/remotes/landing/1.0.0/other.js')).toBeUndefined();
    expect([page.asked(), page.problems]).toEqual([0, []]);
    expect(document.documentElement.dataset['composition']).toBe('7');
  });

  it('the page’s release set is requested once when the HTML has none, and again after a failure', async () => {
    let asked = 0;
    const loadReleaseSet = () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('down')) : Promise.resolve(set);
    };
    document.body.innerHTML = '';
    const currentSet = createCurrentSet({ page: document, api: { loadReleaseSet }, verifier, report: () => undefined });
    await expect(currentSet.load()).rejects.toMatchObject({ code: 'unreachable' });
    await Promise.all([currentSet.load(), currentSet.load()]);
    expect(asked).toBe(2);
    expect(document.documentElement.dataset['composition']).toBe('7');
  });

  it('the page’s release set of another shape in the gateway’s answer is reported as one', async () => {
    document.body.innerHTML = '';
    const problems: string[] = [];
    const api = { loadReleaseSet: () => Promise.reject(new ApiError('malformed', 'no set')) };
    const currentSet = createCurrentSet({ page: document, api, verifier, report: (problem) => void problems.push(problem) });
    await expect(currentSet.load()).rejects.toMatchObject({ code: 'integrity' });
    expect(problems).toEqual(['set-shape']);
  });
});

describe('a page that asks again', () => {
  const newEntry = '/remotes/landing/1.1.0/remoteEntry.js';
  const newHash = `sha384-${'b'.repeat(64)}`;
  const changed = () => {
    const { landing: old } = unsignedSet.remotes;
    if (!old) throw new Error('The set pins no landing');
    const remotes = { landing: { ...old, version: '1.1.0', entry: newEntry, integrity: { [newEntry]: newHash } } };
    return signer.sign({ ...unsignedSet, sequence: 8, remotes });
  };

  it('a page that asks again has the files of the new set before it applies, and those of the old one after', async () => {
    const page = openPage({ html: text(set), keys: [signer], answer: await changed() });
    await page.set.load();
    const next = await page.set.refetch();
    expect(next?.sequence).toBe(8);
    expect([page.set.getState()?.sequence, page.set.integrityOf(newEntry)]).toEqual([7, newHash]);
    page.set.replace(next as ReleaseSet);
    expect([page.set.getState()?.sequence, page.set.integrityOf(entry), page.set.integrityOf(newEntry)]).toEqual([8, hash, newHash]);
    expect(document.documentElement.dataset['composition']).toBe('8');
    expect((await page.set.load()).sequence).toBe(8);
  });

  it('a page that asks again gets nothing if nothing is new, and from a gateway that forged it', async () => {
    const same = openPage({ html: text(set), keys: [signer], answer: set });
    await same.set.load();
    expect([await same.set.refetch(), same.problems]).toEqual([undefined, []]);
    const forged = openPage({ html: text(set), keys: [signer], answer: { ...set, sequence: 8 } });
    await forged.set.load();
    expect([await forged.set.refetch(), await forged.set.refetch(), forged.problems]).toEqual([undefined, undefined, ['set-signature']]);
    expect(forged.set.getState()).toEqual(set);
  });

  it('a page that asks again has another language’s texts once the gateway has signed them, and runs the same versions', async () => {
    const texts = '/remotes/landing/1.0.0/static/js/async/texts-fr.1.js';
    const { landing: pinned } = unsignedSet.remotes;
    if (!pinned) throw new Error('The set pins no landing');
    const remotes = { landing: { ...pinned, integrity: { ...pinned.integrity, [texts]: newHash } } };
    const french = await signer.sign({ ...unsignedSet, remotes });
    const forged = openPage({ html: text(set), keys: [signer], answer: { ...set, remotes } });
    await forged.set.load();
    expect([await forged.set.refetch(), forged.set.integrityOf(texts), forged.problems]).toEqual([undefined, undefined, ['set-signature']]);
    const page = openPage({ html: text(set), keys: [signer], answer: french });
    await page.set.load();
    expect([await page.set.refetch(), page.set.integrityOf(texts), page.problems]).toEqual([undefined, newHash, []]);
    expect(page.set.getState()).toEqual(french);
  });

  it('a page that asks again rejects when there is no answer', async () => {
    const page = openPage({ html: text(set), keys: [signer] });
    await page.set.load();
    await expect(page.set.refetch()).rejects.toMatchObject({ code: 'unreachable' });
  });
});

/** What is in the HTML, and what is reported of it. */
type Refused = [what: string, code: string, html: () => Promise<string> | string];
const landing = unsignedSet.remotes['landing'];
const refused: Refused[] = [
  ['no JSON', 'set-shape', () => '{'],
  ['no signature', 'set-shape', () => text({ ...set, signature: undefined })],
  ['an entry without a hash', 'set-shape', () => text({ ...set, remotes: { landing: { ...landing, integrity: {} } } })],
  ['an empty hash', 'set-shape', () => text({ ...set, remotes: { landing: { ...landing, integrity: { [entry]: '' } } } })],
  ['an unknown hash', 'set-shape', () => text({ ...set, remotes: { landing: { ...landing, integrity: { [entry]: 'sha1-abc' } } } })],
  ['a foreign address', 'set-shape', () => text({ ...set, remotes: { landing: { ...landing, entry: 'https://elsewhere.example/e.js' } } })],
  ['too much', 'set-size', () => text(set) + ' '.repeat(setByteLimit)],
  ['another museum’s set', 'set-museum', () => signer.sign({ ...unsignedSet, museumId: 'b'.repeat(24) }).then(text)],
  ['the set of a page without a museum', 'set-museum', () => signer.sign({ ...unsignedSet, museumId: '*' }).then(text)],
  ['an older set', 'set-older', () => signer.sign({ ...unsignedSet, sequence: 6 }).then(text)],
  ['an expired set', 'set-expired', () => signer.sign({ ...unsignedSet, expiresAt: new Date(noon - dayMs).toISOString() }).then(text)],
  [
    'a set of the future',
    'set-expired',
    () => signer.sign({ ...unsignedSet, issuedAt: new Date(noon + 600_000).toISOString() }).then(text),
  ],
  ['a changed set', 'set-signature', () => text({ ...set, remotes: { landing: { ...landing, version: '1.0.1' } } })],
  ['a set with a longer life', 'set-signature', () => text({ ...set, expiresAt: new Date(noon + 9 * dayMs).toISOString() })],
  [
    'a stranger’s set',
    'set-signature',
    () =>
      createTestSigner()
        .then((stranger) => stranger.sign(unsignedSet))
        .then(text),
  ],
];

describe('a page whose HTML holds', () => {
  it.each(refused)(
    'a page whose HTML holds %s says so (%s), and runs the last good set, but nothing on a first visit',
    async (what, code, html) => {
      const storage = createStorage();
      await openPage({ html: text(set), keys: [signer], storage }).set.load();
      const page = openPage({ html: await html(), keys: [signer], storage });
      expect(await page.set.load()).toEqual(set);
      expect([page.problems, page.asked()]).toEqual([[code], 0]);
      // On a first visit no set is older.
      if (what === 'an older set') return;
      const first = openPage({ html: await html(), keys: [signer] });
      await expect(first.set.load()).rejects.toMatchObject({ code: 'unreachable' });
      expect(first.set.integrityOf(entry)).toBeUndefined();
      expect([first.problems, first.asked()]).toEqual([[code], 1]);
    },
  );

  it('a page whose HTML holds a bad set is replaced by the gateway’s on a first visit, when that is good', async () => {
    const page = openPage({ html: '{', keys: [signer], answer: set });
    expect(await page.set.load()).toEqual(set);
    expect(page.problems).toEqual(['set-shape']);
  });

  it('a page whose HTML holds a bad set, or none, ignores a bad answer too', async () => {
    const page = openPage({ html: '{', keys: [signer], answer: { ...set, sequence: 99 } });
    await expect(page.set.load()).rejects.toMatchObject({ code: 'integrity' });
    expect(page.problems).toEqual(['set-shape', 'set-signature']);
    const empty = openPage({ keys: [signer], answer: { ...set, sequence: 99 } });
    await expect(empty.set.load()).rejects.toMatchObject({ code: 'integrity' });
    expect([empty.set.integrityOf(entry), empty.problems.includes('set-signature')]).toEqual([undefined, true]);
  });

  it('a page whose HTML holds nothing good does not run a last good set that was tampered with, is over, or is another museum’s', async () => {
    for (const stored of [
      { ...set, sequence: 99 },
      await signer.sign({ ...unsignedSet, expiresAt: new Date(noon - 600_000).toISOString() }),
      await signer.sign({ ...unsignedSet, museumId: 'b'.repeat(24) }),
    ]) {
      const storage = createStorage();
      storage.setItem(`releaseSet ${museumId}`, text(stored));
      await expect(openPage({ html: '{', keys: [signer], storage }).set.load()).rejects.toMatchObject({ code: 'unreachable' });
    }
  });
});
