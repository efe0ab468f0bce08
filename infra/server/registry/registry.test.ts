import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { UnusableDatabaseError } from '../database/site-database.ts';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { openArtifacts } from './artifacts/bucket-artifacts.ts';
import type { Journal } from './journal/journal.ts';
import { createRegistry } from './registry.ts';
import { declarationOf, type RemoteBuild, remoteFiles, writeBuild } from './testing/built-remote.ts';
import { chainOf, openJournal } from './testing/journal-homes.ts';
import { startScriptedBucket } from './testing/scripted-bucket.ts';
import { createTickingClock, openOwnRegistry, openTemporaryRegistry, patientClock, silentLog } from './testing/temporary-registry.ts';

const belmonte = 'a'.repeat(24);
const actor = 'tests';
const temporary = ofEachTest(openTemporaryRegistry);

it('publish reads the entry of the release set from the build', async () => {
  expect(await temporary.publish({ version: '1.0.0' })).toEqual({ version: '1.0.0', alreadyThere: false });
  await temporary.registry().pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor });
  const { landing } = unsignedSetSchema.parse(temporary.registry().releaseSet('*')).remotes;
  expect(landing).toMatchObject({
    version: '1.0.0',
    shared: { react: '^19.3.0', 'react-dom': '^19.3.0' },
    entry: '/remotes/landing/1.0.0/remoteEntry.js',
    initial: ['/remotes/landing/1.0.0/static/css/async/screen.91aa.css', '/remotes/landing/1.0.0/static/js/async/screen.5f2c.js'],
  });
  expect(Object.keys(landing?.integrity ?? {})).toEqual([
    '/remotes/landing/1.0.0/remoteEntry.js',
    '/remotes/landing/1.0.0/static/css/async/screen.91aa.css',
    '/remotes/landing/1.0.0/static/js/async/screen.5f2c.js',
    '/remotes/landing/1.0.0/static/js/async/texts-en.ab12.js',
  ]);
});

it('the registry serves only published files, each with a Brotli copy', async () => {
  await temporary.publish();
  const find = (file: string) => temporary.registry().artifact('landing', '1.0.0', file);
  const entry = find('remoteEntry.js');
  const bytes = await readFile(entry?.path ?? '');
  expect(entry).toMatchObject({ contentType: 'text/javascript; charset=utf-8', bytes: bytes.length });
  expect(brotliDecompressSync(await readFile(entry?.brotliPath ?? ''))).toEqual(bytes);
  expect(find('static/svg/vault.7c.svg')?.contentType).toBe('image/svg+xml');
  for (const file of ['mf-manifest.json', '../1.0.0/remoteEntry.js', 'remoteEntry.js.br', 'constructor', ''])
    expect(find(file)).toBeUndefined();
  expect(temporary.registry().artifact('landing', '9.9.9', 'remoteEntry.js')).toBeUndefined();
  expect((await temporary.stored()).filter((file) => /(?<!\.js\.)map|LICENSE|html|json/.test(file))).toEqual([]);
});

it('publishing the same build again restores lost files', async () => {
  await temporary.publish();
  await rm(path.join(temporary.dataDir, 'artifacts', 'landing'), { recursive: true });
  expect(await temporary.publish()).toEqual({ version: '1.0.0', alreadyThere: true });
  const entry = temporary.registry().artifact('landing', '1.0.0', 'remoteEntry.js');
  expect((await readFile(entry?.path ?? '', 'utf8')).length).toBe(entry?.bytes);
});

it('publish refuses other bytes of a published version and keeps the first bytes', async () => {
  await temporary.publish({ text: 'first' });
  const before = await temporary.stored();
  await expect(temporary.publish({ text: 'second' })).rejects.toThrow(/never changes; publish this build under a new version/);
  const chunk = temporary.registry().artifact('landing', '1.0.0', 'static/js/async/screen.5f2c.js');
  expect(await readFile(chunk?.path ?? '', 'utf8')).toContain('first');
  expect(await temporary.stored()).toEqual(before);
});

it('publish reads one build at a time', async () => {
  const happened: string[] = [];
  const first = new PassThrough();
  const second = Readable.from(
    (async function* () {
      happened.push('the second is read');
      yield Buffer.from('no archive');
    })(),
  );
  const publish = (archive: Readable) => temporary.registry().publishArchive({ name: 'landing', actor, archive });
  const ended = publish(first).catch(() => happened.push('the first has ended'));
  const after = publish(second).catch(() => {});
  await setImmediate();
  first.end('no archive');
  await Promise.all([ended, after]);
  expect(happened).toEqual(['the first has ended', 'the second is read']);
});

it('publish stores files again that another gateway removed before the version was recorded', async () => {
  const bucket = await startScriptedBucket();
  const dataDir = await temporary.folder();
  const journal = await openJournal({ dataDir });
  const use = { clock: patientClock, log: silentLog };
  const artifacts = await openArtifacts({ dataDir, bucket: bucket.settings, ...use });
  const append: Journal['append'] = async (row) => {
    if (row.action === 'version-published') bucket.objects.clear();
    await journal.append(row);
  };
  const registry = await createRegistry({ ...journal, append }, artifacts, use);
  await registry.publish({ name: 'landing', folder: await writeBuild(await temporary.folder(), remoteFiles()), actor });
  const release = registry.release('landing', '1.0.0');
  const elsewhere = { dataDir: await temporary.folder(), bucket: bucket.settings, ...use };
  const other = await openArtifacts(elsewhere);
  expect(await other.has(release)).toBe(true);
  other.close?.();
  await registry.close();
  await bucket.stop();
});

it.each<{ what: string; build: RemoteBuild; derived: object; measured: object }>([
  {
    what: 'a filler size of another compressor',
    build: { declaration: declarationOf('landing', { routes: [], entries: [], fills: [{ slot: 'end.card', props: 'visit-end' }] }) },
    derived: {},
    measured: { fillerBytes: 7 },
  },
  {
    what: 'a first view of another version of Enfilade',
    build: { declaration: declarationOf('landing') },
    derived: { initial: [] },
    measured: {},
  },
])('publish recognizes the same build if its record has $what', async ({ build, derived, measured }) => {
  await temporary.publish(build);
  const earlier = (await temporary.registry().audit(0)).map(({ hash: _, ...record }) => {
    if (record.action !== 'version-published') return record;
    const { payload } = record;
    return { ...record, payload: { ...payload, ...derived, declaration: { ...payload.declaration, ...measured } } };
  });
  const [dataDir, use] = [await temporary.folder(), { clock: patientClock, log: silentLog }];
  const journal = await openJournal({ dataDir });
  for (const row of chainOf(earlier)) await journal.append(row);
  const other = await createRegistry(journal, await openArtifacts({ dataDir, bucket: undefined, ...use }), use);
  const before = other.release('landing', '1.0.0');
  expect(before).toMatchObject({ ...derived, declaration: measured });
  const folder = await writeBuild(await temporary.folder(), remoteFiles(build));
  expect(await other.publish({ name: 'landing', folder, actor })).toMatchObject({ alreadyThere: true });
  expect(other.release('landing', '1.0.0')).toEqual(before);
  await other.close();
});

describe('pinning', () => {
  beforeEach(async () => {
    for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ version });
    await temporary.registry().pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor });
  });

  it('pins, rollouts and grants of unpublished versions and of the operators’ page of a museum are refused', async () => {
    const registry = temporary.registry();
    await temporary.publish({ name: 'operator' });
    const refused: [museumId: string, name: string, message: RegExp][] = [
      [belmonte, 'poster', /poster 1\.0\.0 was never published/],
      [belmonte, 'operator', /operator belongs to no museum/],
    ];
    for (const [museumId, name, message] of refused) {
      const version = '1.0.0';
      await expect(registry.pin({ museumId, name, version, expected: null, actor })).rejects.toThrow(message);
      await expect(registry.startRollout({ museumId, versions: { [name]: version }, percent: 10, actor })).rejects.toThrow(message);
      await expect(registry.issueGrant({ museumId, remote: name, version, minutes: 5, actor })).rejects.toThrow(message);
    }
    expect((await registry.pin({ museumId: '*', name: 'operator', version: '1.0.0', expected: null, actor })).version).toBe('1.0.0');
  });

  it('records with an invalid shape are refused before they are written', async () => {
    const wrong = { museumId: '*', name: 'landing', version: '1.0.0', visits: 'many' as unknown as number, actor };
    await expect(temporary.registry().markFailed(wrong)).rejects.toThrow(/^"visits" is not of the required shape/);
    expect((await temporary.reopen()).releaseSet('*').sequence).toBe(3);
  });

  it('a listener hears of a change until its subscription ends', async () => {
    const heard: number[] = [];
    const stop = temporary.registry().onChange(({ seq }) => heard.push(seq));
    await temporary.registry().pin({ museumId: '*', name: 'landing', version: '1.1.0', expected: '1.0.0', actor });
    stop();
    await temporary.registry().pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: '1.1.0', actor });
    expect(heard).toEqual([4]);
  });
});

it('a closed registry refuses changes', async () => {
  await temporary.publish();
  const closed = temporary.registry();
  await temporary.reopen();
  await expect(closed.pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor })).rejects.toThrow(/closed/);
  expect((await temporary.registry().audit(0)).length).toBe(1);
});

it('a second process cannot open the data folder, and the error names the folder', async () => {
  const second = openOwnRegistry({ dataDir: temporary.dataDir, clock: createTickingClock(), log: silentLog });
  await expect(second).rejects.toThrow(UnusableDatabaseError);
  await expect(second).rejects.toThrow(`The site in ${temporary.dataDir} is in use by another process or container`);
  expect(await temporary.publish()).toEqual({ version: '1.0.0', alreadyThere: false });
});
