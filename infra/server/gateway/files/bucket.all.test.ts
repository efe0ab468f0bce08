import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import type { Registry } from '../../registry/registry.ts';
import { remoteFiles, writeBuild } from '../../registry/testing/built-remote.ts';
import { openPostgres, type PostgresServer } from '../../registry/testing/postgres-server.ts';
import { type S3Server, startS3 } from '../../registry/testing/start-s3.ts';
import { openOwnRegistry, patientClock, silentLog } from '../../registry/testing/temporary-registry.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const screen = '/remotes/landing/1.0.0/static/js/async/screen.5f2c.js';

let root: string;
let s3: S3Server;
let postgres: PostgresServer;
let databaseUrl: string;
let upstreams: ScriptedUpstreams;
const registries: Registry[] = [];
const gateways: TestGateway[] = [];
const closing: (() => Promise<unknown>)[] = [];

async function start(folder: string): Promise<void> {
  const registry = await openOwnRegistry({
    dataDir: path.join(root, folder),
    databaseUrl,
    bucket: s3.bucket,
    clock: patientClock,
    log: silentLog,
  });
  const gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { registry, clock: systemClock } });
  closing.push(() => gateway.close().then(() => registry.close()));
  registries.push(registry);
  gateways.push(gateway);
}
const cached = () =>
  Promise.all(['a', 'b', 'c'].map(async (folder) => (await readdir(path.join(root, folder, 'artifacts-cache'))).sort().join()));

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-three-'));
  [s3, postgres, upstreams] = await Promise.all([startS3(), openPostgres(), startScriptedUpstreams()]);
  databaseUrl = await postgres.createDatabase();
  for (const folder of ['a', 'b', 'c']) await start(folder);
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await Promise.all([s3.end(), postgres.end(), upstreams.close()]);
  await rm(root, { recursive: true });
});

it('three gateways on one bucket serve the same files, whichever of them published the files', async () => {
  const folder = await writeBuild(await mkdtemp(path.join(root, 'build-')), remoteFiles({ text: 'hello' }));
  await registries[0]?.publish({ name: 'landing', folder, actor: 'tests' });
  await registries[1]?.pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor: 'tests' });
  const ask = () => Promise.all(gateways.map((gateway) => gateway.get(screen)));
  await expect.poll(async () => (await ask()).map(({ status }) => status)).toEqual([200, 200, 200]);
  const answers = await ask();
  expect(answers[0]?.text).toContain('hello');
  expect(new Set(answers.map(({ text, headers }) => `${headers['content-type']} ${headers['cache-control']} ${text}`)).size).toBe(1);
  for (const { get } of gateways) {
    const { headers, text } = await get(screen, { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], text]).toEqual(['br', answers[0]?.text]);
  }
});

it('three gateways on one bucket cache the files that museums run before a browser requests the files', async () => {
  await expect.poll(async () => new Set(await cached()).size).toBe(1);
  // The third gateway may read the pin half a second after the version.
  await expect.poll(async () => JSON.parse((await gateways[2]?.get('/readyz'))?.text ?? '')).toEqual({ status: 'ready', problems: [] });
});
