import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { beforeEach, expect, it } from '@rstest/core';
import { folderOfEachTest } from '../../database/testing/of-each-test.ts';
import type { Release } from '../state/releases.ts';
import { releaseOf } from '../testing/built-remote.ts';
import { type ArtifactStore, openArtifactStore } from './artifact-store.ts';

const dataDir = folderOfEachTest();
let store: ArtifactStore;
const open = () => openArtifactStore(dataDir(), systemClock);
beforeEach(async () => {
  store = await open();
});

const inStore = (...names: string[]) => dataDir('artifacts', ...names);
const build = (text: string, version = '1.0.0') => {
  const bytes = Buffer.from(text);
  const integrity = `sha384-${bytes.toString('hex').padEnd(64, '0').slice(0, 64)}`;
  const release = releaseOf({ version, files: { 'remoteEntry.js': { bytes: bytes.length, integrity } } });
  return { release, contents: new Map([['remoteEntry.js', bytes]]) };
};
const textOf = async (release: Release) => readFile(store.find(release, 'remoteEntry.js')?.path ?? '', 'utf8');

it('the artifact store keeps different builds of one version apart', async () => {
  const [first, second] = [build('first'), build('second')];
  for (const { release, contents } of [first, second]) await store.put(release, contents);
  expect([await textOf(first.release), await textOf(second.release)]).toEqual(['first', 'second']);
});

it('put restores lost files', async () => {
  const { release, contents } = build('hello');
  await store.put(release, contents);
  await rm(store.find(release, 'remoteEntry.js')?.path ?? '');
  expect(await store.has(release)).toBe(false);
  await store.put(release, contents);
  expect(await textOf(release)).toBe('hello');
  expect(await readdir(inStore('.incoming'))).toEqual([]);
});

it('twenty gateways can put the same version at the same time', async () => {
  const { release, contents } = build('hello');
  const stores = await Promise.all(Array.from({ length: 20 }, open));
  await Promise.all(stores.map((one) => one.put(release, contents)));
  expect(await textOf(release)).toBe('hello');
  expect(await readdir(inStore('landing'))).toHaveLength(1);
  expect(await readdir(inStore('.incoming'))).toEqual([]);
});

it('opening the store removes uploads older than a day and keeps recent uploads', async () => {
  for (const folder of ['dead', 'alive']) {
    await mkdir(inStore('.incoming', folder));
    await writeFile(inStore('.incoming', folder, 'remoteEntry.js'), 'half');
  }
  const overADayAgo = new Date(Date.now() - 86_460_000);
  await utimes(inStore('.incoming', 'dead'), overADayAgo, overADayAgo);
  await open();
  expect(await readdir(inStore('.incoming'))).toEqual(['alive']);
});
