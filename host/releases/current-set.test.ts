import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { setByteLimit } from '@enfilade/shared-contracts/releases/signed-set';
import { createTestSigner, type TestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import { beforeAll, expect, it } from '@rstest/core';
import { createCurrentSet, isNewSet } from './current-set.ts';
import { createStorage, entry, hash, museumId, noon, openPage, unsignedSet } from './testing/signed-page.ts';

const dayMs = 24 * 3_600_000;
const text = (set: unknown) => JSON.stringify(set);
const dateAt = (ms: number) => new Date(ms).toISOString();
const landing = unsignedSet.remotes['landing'] ?? expect.unreachable();

let signer: TestSigner;
let set: ReleaseSet;
beforeAll(async () => {
  signer = await createTestSigner();
  set = await signer.sign(unsignedSet);
});

const verifier = { verify: async () => undefined, lastGood: async () => undefined, accept: async () => undefined };

it('a page runs the release set in its HTML, and requests none', async () => {
  const page = openPage({ html: text(set), keys: [signer] });
  expect(page.set.integrityOf(entry)).toBeUndefined();
  expect(await page.set.load()).toEqual(set);
  expect(page.set.integrityOf(entry)).toBe(hash);
  expect(page.set.integrityOf('/remotes/landing/1.0.0/other.js')).toBeUndefined();
  expect([page.asked(), page.problems]).toEqual([0, []]);
  expect(document.documentElement.dataset['composition']).toBe('7');
});

it('a page without a release set in its HTML requests one, and again after a failure', async () => {
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

it('a page reports a malformed release set in the gateway’s response', async () => {
  document.body.innerHTML = '';
  const problems: string[] = [];
  const api = { loadReleaseSet: () => Promise.reject(new ApiError('malformed', 'no set')) };
  const currentSet = createCurrentSet({ page: document, api, verifier, report: (problem) => void problems.push(problem) });
  await expect(currentSet.load()).rejects.toMatchObject({ code: 'integrity' });
  expect(problems).toEqual(['set-shape']);
});

const newEntry = '/remotes/landing/1.1.0/remoteEntry.js';
const newHash = `sha384-${'b'.repeat(64)}`;
const changed = () => {
  const remotes = { landing: { ...landing, version: '1.1.0', entry: newEntry, integrity: { [newEntry]: newHash } } };
  return signer.sign({ ...unsignedSet, sequence: 8, remotes });
};

it('a refetch makes the new set’s files loadable before the set is current, and keeps the old files', async () => {
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

it('a refetch returns nothing if the set is not new or its signature is forged', async () => {
  const same = openPage({ html: text(set), keys: [signer], answer: set });
  await same.set.load();
  expect([await same.set.refetch(), same.problems]).toEqual([undefined, []]);
  const forged = openPage({ html: text(set), keys: [signer], answer: { ...set, sequence: 8 } });
  await forged.set.load();
  expect([await forged.set.refetch(), await forged.set.refetch(), forged.problems]).toEqual([undefined, undefined, ['set-signature']]);
  expect(forged.set.getState()).toEqual(set);
});

it('a refetch adds another language’s texts only if the gateway has signed their hashes', async () => {
  const texts = '/remotes/landing/1.0.0/static/js/async/texts-fr.1.js';
  const remotes = { landing: { ...landing, integrity: { ...landing.integrity, [texts]: newHash } } };
  const french = await signer.sign({ ...unsignedSet, remotes });
  const forged = openPage({ html: text(set), keys: [signer], answer: { ...set, remotes } });
  await forged.set.load();
  expect([await forged.set.refetch(), forged.set.integrityOf(texts), forged.problems]).toEqual([undefined, undefined, ['set-signature']]);
  const page = openPage({ html: text(set), keys: [signer], answer: french });
  await page.set.load();
  expect([await page.set.refetch(), page.set.integrityOf(texts), page.problems]).toEqual([undefined, newHash, []]);
  expect(page.set.getState()).toEqual(french);
});

it('a refetch rejects if the gateway does not answer', async () => {
  const page = openPage({ html: text(set), keys: [signer] });
  await page.set.load();
  await expect(page.set.refetch()).rejects.toMatchObject({ code: 'unreachable' });
});

type Refused = [what: string, code: string, html: () => Promise<string> | string];
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
  ['an expired set', 'set-expired', () => signer.sign({ ...unsignedSet, expiresAt: dateAt(noon - dayMs) }).then(text)],
  ['a set of the future', 'set-expired', () => signer.sign({ ...unsignedSet, issuedAt: dateAt(noon + 600_000) }).then(text)],
  ['a changed set', 'set-signature', () => text({ ...set, remotes: { landing: { ...landing, version: '1.0.1' } } })],
  ['a set with a longer life', 'set-signature', () => text({ ...set, expiresAt: dateAt(noon + 9 * dayMs) })],
  ['a stranger’s set', 'set-signature', async () => text(await (await createTestSigner()).sign(unsignedSet))],
];

it.each(refused)('a page whose HTML holds %s reports %s and runs the last good set, or none on a first visit', async (what, code, html) => {
  const storage = createStorage();
  await openPage({ html: text(set), keys: [signer], storage }).set.load();
  const page = openPage({ html: await html(), keys: [signer], storage });
  expect(await page.set.load()).toEqual(set);
  expect([page.problems, page.asked()]).toEqual([[code], 0]);
  // A first visit has stored no newer set.
  if (what === 'an older set') return;
  const first = openPage({ html: await html(), keys: [signer] });
  await expect(first.set.load()).rejects.toMatchObject({ code: 'unreachable' });
  expect(first.set.integrityOf(entry)).toBeUndefined();
  expect([first.problems, first.asked()]).toEqual([[code], 1]);
});

it('a page whose HTML holds a bad set, or none, runs a good set of the gateway on a first visit and ignores a bad set', async () => {
  const good = openPage({ html: '{', keys: [signer], answer: set });
  expect(await good.set.load()).toEqual(set);
  expect(good.problems).toEqual(['set-shape']);
  const page = openPage({ html: '{', keys: [signer], answer: { ...set, sequence: 99 } });
  await expect(page.set.load()).rejects.toMatchObject({ code: 'integrity' });
  expect(page.problems).toEqual(['set-shape', 'set-signature']);
  const empty = openPage({ keys: [signer], answer: { ...set, sequence: 99 } });
  await expect(empty.set.load()).rejects.toMatchObject({ code: 'integrity' });
  expect([empty.set.integrityOf(entry), empty.problems.includes('set-signature')]).toEqual([undefined, true]);
});

it('a page does not run a stored set that is forged, expired or another museum’s', async () => {
  for (const stored of [
    { ...set, sequence: 99 },
    await signer.sign({ ...unsignedSet, expiresAt: dateAt(noon - 600_000) }),
    await signer.sign({ ...unsignedSet, museumId: 'b'.repeat(24) }),
  ]) {
    const storage = createStorage();
    storage.setItem(`releaseSet ${museumId}`, text(stored));
    await expect(openPage({ html: '{', keys: [signer], storage }).set.load()).rejects.toMatchObject({ code: 'unreachable' });
  }
});

const granted = (expiresAt: string): ReleaseSet => ({ ...set, grants: [{ remote: 'landing', version: '1.0.0', expiresAt }] });

it('a set is new if no set was current, if its sequence is higher, or if a version or grant begins, changes or ends', () => {
  const first = granted('2026-11-20T12:00:00Z');
  const remotes: ReleaseSet['remotes'][] = [{ landing: { ...landing, version: '1.1.0' } }, { landing, chat: landing }, {}];
  for (const next of [{ ...set, sequence: 8 }, ...remotes.map((each) => ({ ...set, remotes: each })), first]) {
    expect(isNewSet(next, set)).toBe(true);
  }
  for (const next of [granted('2026-11-20T13:00:00Z'), set]) expect(isNewSet(next, first)).toBe(true);
  expect(isNewSet(set, undefined)).toBe(true);
});

it('a set is not new if its sequence is lower, or if only its date, its signature or the order of its remotes differs', () => {
  const issuedLater = { ...set, issuedAt: '2026-11-20T11:00:00Z', signature: 'B'.repeat(86), remotes: { chat: landing, landing } };
  expect(isNewSet(issuedLater, { ...set, remotes: { landing, chat: landing } })).toBe(false);
  expect(isNewSet(granted('2026-11-20T12:00:00Z'), granted('2026-11-20T12:00:00Z'))).toBe(false);
  expect(isNewSet({ ...set, sequence: 6, remotes: {} }, set)).toBe(false);
});
