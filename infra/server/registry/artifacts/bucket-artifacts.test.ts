import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { folderOfEachTest } from '../../database/testing/of-each-test.ts';
import { integrityOf } from '../../http/kit.ts';
import type { Release } from '../state/releases.ts';
import { releaseOf } from '../testing/built-remote.ts';
import { type BucketFault, type ScriptedBucket, startScriptedBucket } from '../testing/scripted-bucket.ts';
import { patientClock } from '../testing/temporary-registry.ts';
import { type ArtifactStore, digestOf } from './artifact-store.ts';
import { openArtifacts } from './bucket-artifacts.ts';

const root = folderOfEachTest();
let bucket: ScriptedBucket;
let stores: ArtifactStore[];
let logged: string[];
beforeEach(async () => {
  bucket = await startScriptedBucket();
  stores = [];
  logged = [];
});
afterEach(async () => {
  for (const store of stores) store.close?.();
  await bucket.stop();
});

const write = (_: object, message: string) => void logged.push(message);
const log = { info: write, warn: write, error: write };
async function open(folder = 'one', clock = patientClock): Promise<ArtifactStore> {
  const dataDir = root(folder);
  const store = await openArtifacts({ dataDir, bucket: bucket.settings, clock, log });
  stores.push(store);
  return store;
}
const entry = 'remoteEntry.js';
const sound = 'bell.mp3';
function build(text: string, version = '1.0.0') {
  const contents = new Map([
    [entry, Buffer.from(text.repeat(50))],
    [sound, Buffer.from(`ID3 ${text}`)],
  ]);
  const files = Object.fromEntries([...contents].map(([file, bytes]) => [file, { bytes: bytes.length, integrity: integrityOf(bytes) }]));
  const release = releaseOf({ version, files });
  return { release, contents };
}
const read = async (store: ArtifactStore, release: Release, file: string, isBrotli = false) => {
  const artifact = store.find(release, file);
  return artifact?.read((isBrotli ? artifact.brotliPath : artifact.path) ?? '');
};
const readAll = async (store: ArtifactStore, release: Release) =>
  Promise.all([read(store, release, entry), read(store, release, sound)].map(async (bytes) => (await bytes)?.toString()));
async function putHello(): Promise<ReturnType<typeof build>> {
  const built = build('hello');
  await (await open()).put(built.release, built.contents);
  return built;
}
const cached = (folder = 'one') => readdir(root(folder, 'artifacts-cache'));

it('another gateway reads published files from the bucket, plain and Brotli-compressed', async () => {
  const { release, contents } = await putHello();
  const other = await open('other');
  expect(await other.has(release)).toBe(true);
  expect(await readAll(other, release)).toEqual([...contents.values()].map(String));
  expect(brotliDecompressSync((await read(other, release, entry, true)) ?? '').toString()).toBe('hello'.repeat(50));
  for (const name of ['constructor', 'other.js']) expect(other.find(release, name)).toBe(undefined);
  expect([...bucket.objects.keys()].every((key) => /^site\/[0-9a-f]{96}(?:\.br)?$/.test(key))).toBe(true);
});

it('a hundred simultaneous requests load a file from the bucket once, and the cache survives a restart', async () => {
  const { release } = await putHello();
  const other = await open('other');
  const gets = () => bucket.heard.filter((line) => line.startsWith('GET')).length;
  await Promise.all(Array.from({ length: 100 }, () => read(other, release, entry)));
  expect(gets()).toBe(1);
  expect((await read(await open('other'), release, entry))?.toString()).toBe('hello'.repeat(50));
  expect(gets()).toBe(1);
});

it('several gateways can put the same version at the same time, and a later put writes nothing', async () => {
  const { release, contents } = build('hello');
  const three = [await open('a'), await open('b'), await open('c')];
  await Promise.all(three.map((store) => store.put(release, contents)));
  const puts = () => bucket.heard.filter((line) => line === 'PUT 200').length;
  const before = puts();
  await (await open('d')).put(release, contents);
  expect(puts()).toBe(before);
  for (const store of three) expect(await readAll(store, release)).toEqual([...contents.values()].map(String));
});

it.each<BucketFault>(['wrong-bytes', 'half-bodies', 'slow', 'slow-down'])(
  'reading succeeds if the service answers a GET with %s',
  async (fault) => {
    const { release, contents } = await putHello();
    bucket.fail('GET', fault, 1);
    expect(await readAll(await open('other'), release)).toEqual([...contents.values()].map(String));
  },
);

it('damaged objects are not served, and publishing again repairs the objects', async () => {
  const { release, contents } = await putHello();
  for (const [key, bytes] of bucket.objects) bucket.objects.set(key, Buffer.concat([bytes, Buffer.from('!')]));
  const other = await open('other');
  expect(await other.has(release)).toBe(false);
  await expect(read(other, release, entry)).rejects.toThrow('differs from the published file');
  expect(await cached('other').catch(() => [])).toEqual([]);
  await other.put(release, contents);
  expect(await readAll(await open('third'), release)).toEqual([...contents.values()].map(String));
});

it('reading a damaged object returns the published bytes or fails', async () => {
  const { release, contents } = await putHello();
  const published = new Map(bucket.objects);
  const damage = fc.record({ at: fc.nat(60), removed: fc.nat(20), added: fc.uint8Array({ maxLength: 20 }) });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, removed, added }) => {
      for (const [key, bytes] of published)
        bucket.objects.set(key, Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]));
      const store = await open(`run-${run++}`);
      for (const [file, bytes] of contents) {
        const found = await read(store, release, file).catch(() => undefined);
        expect(found === undefined || found.equals(bytes)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

it('the cache drops files and deltas of versions that are no longer offered, and loads them again on request', async () => {
  const store = await open();
  const [older, newer] = [build('older'), build('newer', '1.1.0')];
  for (const { release, contents } of [older, newer]) await store.put(release, contents);
  const delta = `${path.basename(store.find(older.release, entry)?.path ?? '')}.${'0'.repeat(64)}.dcz`;
  await writeFile(root('one', 'artifacts-cache', delta), 'delta');
  const of = async () => (await cached()).sort();
  const offered = (await of()).filter((name) => Object.values(newer.release.files).some((file) => name.startsWith(digestOf(file))));
  await store.loadAhead?.([newer.release]);
  expect([offered.length, await of()]).toEqual([2, offered]);
  expect(await readAll(store, older.release)).toEqual(['older'.repeat(50), 'ID3 older']);
});

it('a missing or damaged file of the cache is loaded from the bucket again', async () => {
  const { release, contents } = build('hello');
  const store = await open();
  await store.put(release, contents);
  for (const file of await cached()) await writeFile(root('one/artifacts-cache', file), 'other');
  expect(await readAll(store, release)).toEqual([...contents.values()].map(String));
  for (const file of await cached()) await rm(root('one/artifacts-cache', file));
  expect(await readAll(store, release)).toEqual([...contents.values()].map(String));
});

it('requests are signed with the bucket’s time if this machine’s clock is two days behind', async () => {
  bucket.aheadMs = 2 * 86_400_000;
  const { release, contents } = build('hello');
  expect(await (await open()).findProblem?.()).toBe(undefined);
  await (await open()).put(release, contents);
  expect(await readAll(await open('other'), release)).toEqual([...contents.values()].map(String));
});

it('remove restores an object that another version needs meanwhile', async () => {
  const { release, contents } = build('hello');
  const store = await open();
  await store.put(release, contents);
  await store.remove(release, async () => bucket.heard.some((line) => line.startsWith('DELETE')));
  expect(await readAll(await open('other'), release)).toEqual([...contents.values()].map(String));
  await store.remove(release, async () => false);
  expect([...bucket.objects]).toEqual([]);
});

it('during an outage of the bucket cached files are served, put fails with a message, and the outage’s end is noticed', async () => {
  const [here, elsewhere, later] = [build('here'), build('elsewhere', '1.1.0'), build('later', '1.2.0')];
  await (await open('other')).put(elsewhere.release, elsewhere.contents);
  const store = await open();
  await store.put(here.release, here.contents);
  expect(await store.findProblem?.()).toBe(undefined);
  await bucket.stop();
  await expect(store.put(later.release, later.contents)).rejects.toThrow(
    'The bucket of ARTIFACTS_URL cannot be reached, nothing was published; try again later.',
  );
  expect(await store.findProblem?.()).toBe('The bucket of ARTIFACTS_URL cannot be reached');
  expect(await readAll(store, here.release)).toEqual([...here.contents.values()].map(String));
  expect([await store.has(here.release), await store.has(elsewhere.release)]).toEqual([true, false]);
  await bucket.start();
  await expect.poll(() => store.findProblem?.()).toBe(undefined);
  await store.put(later.release, later.contents);
  expect(await readAll(store, elsewhere.release)).toEqual([...elsewhere.contents.values()].map(String));
  expect(logged.filter((line) => line.includes('The bucket of ARTIFACTS_URL'))).toHaveLength(2);
});

it.each<{ fault: BucketFault; says: string }>([
  { fault: 'slow-down', says: 'is overloaded' },
  { fault: 'forbidden', says: 'does not accept the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)' },
  {
    fault: 'denied',
    says: 'refuses a request with 403: its credentials need the rights GetObject, PutObject, DeleteObject and ListBucket',
  },
  { fault: 'silence', says: 'cannot be reached' },
])('findProblem reports the fault $fault: the bucket $says', async ({ fault, says }) => {
  for (const method of ['GET', 'HEAD', 'PUT']) bucket.fail(method, fault);
  const clock = fault === 'silence' ? systemClock : patientClock;
  expect(await (await open('one', clock)).findProblem?.()).toBe(`The bucket of ARTIFACTS_URL ${says}`);
});

it.each(['HEAD', 'PUT', 'DELETE'])('a refused %s fails with the needed rights, and the next calls succeed', async (method) => {
  const { release, contents } = build('hello');
  const store = await open();
  if (method === 'DELETE') await store.put(release, contents);
  bucket.fail(method, 'forbidden', 1);
  const refused = method === 'DELETE' ? store.remove(release, async () => false) : store.put(release, contents);
  await expect(refused).rejects.toThrow(
    'The bucket of ARTIFACTS_URL refuses a request with 403: its credentials need the rights GetObject, PutObject, DeleteObject and ListBucket',
  );
  await store.put(release, contents);
  expect(await readAll(await open('other'), release)).toEqual([...contents.values()].map(String));
  expect([await store.findProblem?.(), logged]).toEqual([undefined, []]);
});

it('close aborts a pending put', async () => {
  const { release, contents } = build('hello');
  const store = await open();
  bucket.fail('HEAD', 'silence');
  const putting = store.put(release, contents);
  await expect.poll(() => bucket.unanswered).toBeGreaterThan(0);
  store.close?.();
  await expect(putting).rejects.toThrow('nothing was published');
  expect(logged).toEqual([]);
});

it('findProblem reports a bucket that does not exist', async () => {
  bucket.settings.url = 's3://another';
  expect(await (await open()).findProblem?.()).toBe('The bucket of ARTIFACTS_URL does not exist');
});
