import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it, onTestFinished } from '@rstest/core';
import type { BucketSettings } from '../artifacts/bucket.ts';
import type { Registry } from '../registry.ts';
import { type RemoteBuild, remoteFiles, writeBuild } from '../testing/built-remote.ts';
import { startScriptedBucket } from '../testing/scripted-bucket.ts';
import { startS3 } from '../testing/start-s3.ts';
import { openOwnRegistry, openTemporaryRegistry, patientClock, silentLog } from '../testing/temporary-registry.ts';

const actor = 'tests';
const dayMs = 86_400_000;
const build = (version: string): RemoteBuild => ({ version, packages: { 'zod@4.6.7': { 'index.js': 10 } }, texts: { title: version } });
const visitor = { museumId: '*', grants: [], avoid: [] };

async function openStage() {
  const clock = createHandClock();
  clock.pass(Date.UTC(2026, 0, 1, 12));
  const temporary = await openTemporaryRegistry({ clock });
  onTestFinished(() => temporary.close());
  const pin = (version: string, expected: string | null) =>
    temporary.registry().pin({ museumId: '*', name: 'landing', version, expected, actor });
  const retire = (version: string) => temporary.registry().retire({ name: 'landing', version, actor });
  return { clock, temporary, pin, retire };
}

const openOn = (bucket: BucketSettings, dataDir: string) => openOwnRegistry({ dataDir, bucket, clock: patientClock, log: silentLog });
const publishOn = async (registry: Registry, version: string, folder: string) =>
  registry.publish({ name: 'landing', folder: await writeBuild(folder, remoteFiles(build(version))), actor });

it('retire removes the files, the address and the bill of materials, also after a restart', async () => {
  const { temporary, retire } = await openStage();
  for (const version of ['1.0.0', '1.1.0']) await temporary.publish(build(version));
  const before = await temporary.stored();
  await retire('1.0.0');
  const after = await temporary.stored();
  // Both versions have the same bill of materials.
  expect(before.filter((file) => /^\.private\/[0-9a-f]{96}$/.test(file))).toHaveLength(3);
  expect(after.filter((file) => /^\.private\/[0-9a-f]{96}$/.test(file))).toHaveLength(2);
  expect(after.filter((file) => file.startsWith('landing/1.0.0'))).toEqual([]);
  const registry = await temporary.reopen();
  expect(registry.artifact('landing', '1.0.0', 'remoteEntry.js')).toBeUndefined();
  expect(registry.artifact('landing', '1.1.0', 'remoteEntry.js')).toBeDefined();
  await expect(registry.billOfMaterials({ name: 'landing', version: '1.0.0' })).rejects.toThrow(/has no bill of materials/);
  expect((await registry.versionDetails({ name: 'landing', version: '1.1.0' })).texts).toMatchObject({ en: { title: '1.1.0' } });
});

it('retire records the retirement if files cannot be removed, and a second retire removes them; a start removes nothing', async () => {
  const bucket = await startScriptedBucket();
  onTestFinished(() => bucket.stop());
  const { temporary } = await openStage();
  const dataDir = await temporary.folder();
  const registry = await openOn(bucket.settings, dataDir);
  await publishOn(registry, '1.0.0', await temporary.folder());
  bucket.fail('DELETE', 'forbidden', 1);
  const version = { name: 'landing', version: '1.0.0', actor };
  await expect(registry.retire(version)).rejects.toThrow(
    /^landing 1\.0\.0 is retired, but its files cannot all be removed \(.*403.*DeleteObject.*\)\. Run retire for landing 1\.0\.0 again/,
  );
  expect(await registry.findArtifactsProblem()).toBeUndefined();
  await publishOn(registry, '1.1.0', await temporary.folder());
  await registry.close();
  const before = bucket.heard.length;
  const again = await openOn(bucket.settings, dataDir);
  onTestFinished(() => again.close());
  expect(bucket.heard.slice(before).filter((line) => line.startsWith('DELETE'))).toEqual([]);
  expect(await again.retire(version)).toMatchObject({ version: '1.0.0' });
  await again.retire({ ...version, version: '1.1.0' });
  expect([...bucket.objects.keys()]).toEqual([]);
});

it('retire keeps files in the bucket that other versions share', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.end());
  const { temporary } = await openStage();
  const [registry, fresh] = [await openOn(s3.bucket, await temporary.folder()), await openOn(s3.bucket, await temporary.folder())];
  onTestFinished(() => Promise.all([registry.close(), fresh.close()]).then(() => undefined));
  for (const version of ['1.0.0', '1.1.0']) await publishOn(registry, version, await temporary.folder());
  await registry.retire({ name: 'landing', version: '1.0.0', actor });
  await publishOn(fresh, '1.1.0', await temporary.folder());
  for (const file of ['remoteEntry.js', 'static/svg/vault.7c.svg']) {
    const artifact = fresh.artifact('landing', '1.1.0', file);
    expect((await artifact?.read(artifact.path))?.length).toBe(artifact?.bytes);
  }
});

it('retire is refused for thirty days after the last pin, rollout or grant ended', async () => {
  const { clock, temporary, pin, retire } = await openStage();
  const registry = temporary.registry();
  const museumId = 'a'.repeat(24);
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await temporary.publish(build(version));
  await pin('1.0.0', null);
  const { id } = await registry.startRollout({ museumId, versions: { landing: '1.1.0' }, percent: 5, actor });
  await registry.issueGrant({ remote: 'landing', version: '1.2.0', museumId, minutes: 5, actor });
  clock.pass(20 * dayMs);
  await pin('1.3.0', '1.0.0');
  await registry.haltRollout({ museumId, id, reason: 'operator', actor });
  clock.pass(9 * dayMs);
  await expect(retire('1.2.0')).rejects.toThrow('landing 1.2.0 was in use on 2026-01-01 and may go 30 days later, on 2026-02-01.');
  clock.pass(2 * dayMs);
  expect(await retire('1.2.0')).toMatchObject({ version: '1.2.0' });
  for (const version of ['1.0.0', '1.1.0'])
    await expect(retire(version)).rejects.toThrow(`landing ${version} was in use on 2026-01-21 and may go 30 days later, on 2026-02-21.`);
  clock.pass(20 * dayMs);
  for (const version of ['1.0.0', '1.1.0']) expect(await retire(version)).toMatchObject({ version });
  // A visitor with a failing pinned version gets no retired version.
  const set = registry.chooseSet({ ...visitor, avoid: [{ remote: 'landing', version: '1.3.0' }], now: clock.now() });
  expect(set.remotes['landing']?.version).toBe('1.3.0');
});
