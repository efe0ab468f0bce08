import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { folderOfEachTest, ofFile } from '../database/testing/of-each-test.ts';
import type { Registry } from './registry.ts';
import { PublishRefusedError } from './state/registry-error.ts';
import { type RemoteBuild, remoteFiles, writeBuild } from './testing/built-remote.ts';
import { openPostgres } from './testing/postgres-server.ts';
import { openOwnRegistry, silentLog } from './testing/temporary-registry.ts';

const actor = 'tests';
const screen = 'static/js/async/screen.5f2c.js';
const server = ofFile(openPostgres);
const root = folderOfEachTest();
let databaseUrl: string;
let gateways: Registry[];
beforeEach(async () => {
  databaseUrl = await server.createDatabase();
  gateways = [];
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.close();
});

async function open(folder = 'shared'): Promise<Registry> {
  const gateway = await openOwnRegistry({ dataDir: root(folder), databaseUrl, clock: systemClock, log: silentLog });
  gateways.push(gateway);
  return gateway;
}
async function publishOn(gateway: Registry, build: RemoteBuild = {}) {
  const folder = await writeBuild(await mkdtemp(root('build-')), remoteFiles(build));
  return gateway.publish({ name: 'landing', folder, actor });
}
const textAt = async (gateway: Registry) => readFile(gateway.artifact('landing', '1.0.0', screen)?.path ?? '', 'utf8');
const stored = async () => (await readdir(root('shared/artifacts'), { recursive: true })).sort();

it('two gateways that publish the same build at the same time both succeed and store the build once', async () => {
  const [one, other] = [await open(), await open()];
  const results = await Promise.all([publishOn(one), publishOn(other)]);
  expect(results.filter(({ alreadyThere }) => alreadyThere)).toHaveLength(1);
  expect(await one.audit(0)).toHaveLength(1);
  expect(await readdir(root('shared/artifacts/landing'))).toHaveLength(1);
  for (const gateway of [one, other]) expect(await textAt(gateway)).toContain('hello');
});

it('if two gateways publish different builds as one version at the same time, one build wins at both gateways', async () => {
  const [one, other] = [await open(), await open()];
  const results = await Promise.allSettled([publishOn(one, { text: 'first' }), publishOn(other, { text: 'second' })]);
  const [refused] = results.filter((result) => result.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(PublishRefusedError);
  expect(String(refused?.reason)).toMatch(/published with other contents and never changes/);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = results[0]?.status === 'fulfilled' ? 'first' : 'second';
  await other.pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor });
  for (const gateway of [one, other]) expect(await textAt(gateway)).toContain(winner);
  expect(await readdir(root('shared/artifacts/.incoming'))).toEqual([]);
});

it('starting and stopping a gateway does not disturb uploads at another gateway', async () => {
  const one = await open();
  const publishing = Promise.all(['1.0.0', '1.1.0', '1.2.0'].map((version) => publishOn(one, { version })));
  for (let start = 0; start < 3; start++) await (await open()).close();
  await publishing;
  expect((await stored()).filter((file) => file.endsWith('remoteEntry.js'))).toHaveLength(3);
});
