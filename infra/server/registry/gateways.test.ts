import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerRegistryRoutes } from './api/registry-routes.ts';
import { everything } from './api/scope.ts';
import { createToken } from './api/tokens.ts';
import { openRegistry, type Registry } from './registry.ts';
import type { Log } from './state/log.ts';
import type { JournalRecord } from './state/record.ts';
import { PublishRefusedError } from './state/registry-error.ts';
import { packBuild, type RemoteBuild, remoteFiles, writeBuild } from './testing/built-remote.ts';
import { wholeJournal } from './testing/crash-rounds.ts';
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts';
import { silentLog } from './testing/temporary-registry.ts';

const actor = 'tests';
const belmonte = 'a'.repeat(24);
const screen = 'static/js/async/screen.5f2c.js';
let server: PostgresServer;
let root: string;
/** Absent: SQLite. */
let databaseUrl: string | undefined;
let gateways: Registry[];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.end());
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-gateways-'));
  databaseUrl = await server.createDatabase();
  gateways = [];
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.close();
  await rm(root, { recursive: true });
});

async function open(folder = 'shared', log: Log = silentLog): Promise<Registry> {
  const gateway = await openRegistry({ dataDir: path.join(root, folder), databaseUrl, clock: systemClock, log });
  gateways.push(gateway);
  return gateway;
}
async function publishOn(gateway: Registry, build: RemoteBuild = {}) {
  const folder = await writeBuild(await mkdtemp(path.join(root, 'build-')), remoteFiles(build));
  return gateway.publish({ name: 'landing', folder, actor });
}
const textAt = async (gateway: Registry) => readFile(gateway.artifact('landing', '1.0.0', screen)?.path ?? '', 'utf8');
const stored = async () => (await readdir(path.join(root, 'shared/artifacts'), { recursive: true })).sort();
/** What the gateway hears of the next record. */
const nextRecord = (gateway: Registry) =>
  new Promise<JournalRecord>((resolve) => {
    const stop = gateway.onChange((record) => {
      stop();
      resolve(record);
    });
  });

describe('two gateways on one database and one folder of artifacts', () => {
  it("see each other's changes of every kind", async () => {
    const [one, other] = [await open(), await open()];
    const versions = { landing: '1.0.0' };
    const pin = { museumId: belmonte, name: 'landing', actor };
    let id = '';
    const changes: [JournalRecord['action'], () => Promise<unknown>][] = [
      ['version-published', () => publishOn(one)],
      ['pin-set', () => one.pin({ ...pin, version: '1.0.0', expected: null })],
      ['pin-removed', () => one.unpin({ ...pin, expected: '1.0.0' })],
      ['rollout-started', async () => (id = (await one.startRollout({ museumId: belmonte, versions, percent: 10, actor })).id)],
      ['rollout-changed', () => one.changeRollout({ museumId: belmonte, id, percent: 100, actor })],
      ['rollout-halted', () => one.haltRollout({ museumId: belmonte, id, reason: 'operator', actor })],
      ['rolled-back', () => one.rollBack({ museumId: belmonte, toSequence: 2, actor })],
      ['grant-issued', () => one.issueGrant({ remote: 'landing', version: '1.0.0', museumId: belmonte, minutes: 5, actor })],
    ];
    const visitor = { museumId: belmonte, visitorId: 'somebody', grants: [], avoid: [] };
    for (const [action, change] of changes) {
      const heard = nextRecord(other);
      await change();
      expect((await heard).action).toBe(action);
      const now = systemClock.now();
      expect(other.chooseSet({ ...visitor, now })).toEqual(one.chooseSet({ ...visitor, now }));
      expect(other.listRollouts(belmonte)).toEqual(one.listRollouts(belmonte));
    }
    expect(await textAt(other)).toContain('hello');
  });

  it('decide on what the other acknowledged a moment ago', async () => {
    const [one, other] = [await open(), await open()];
    await publishOn(one);
    await other.pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor });
    expect(other.artifact('landing', '1.0.0', 'remoteEntry.js')).toBeDefined();
    expect((await one.audit(0)).map(({ seq, action }) => [seq, action])).toEqual([
      [1, 'version-published'],
      [2, 'pin-set'],
    ]);
  });

  it('acknowledge the same build published at both at the same moment, and keep it once', async () => {
    const [one, other] = [await open(), await open()];
    const results = await Promise.all([publishOn(one), publishOn(other)]);
    expect(results.filter(({ alreadyThere }) => alreadyThere)).toHaveLength(1);
    expect(await one.audit(0)).toHaveLength(1);
    expect(await readdir(path.join(root, 'shared/artifacts/landing'))).toHaveLength(1);
    for (const gateway of [one, other]) expect(await textAt(gateway)).toContain('hello');
  });

  it('take one of two different builds published as one version at the same moment, whole, and leave nothing of the other', async () => {
    const [one, other] = [await open(), await open()];
    const results = await Promise.allSettled([publishOn(one, { text: 'first' }), publishOn(other, { text: 'second' })]);
    const [refused] = results.filter((result) => result.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(PublishRefusedError);
    expect(String(refused?.reason)).toMatch(/published with other contents and never changes/);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = results[0]?.status === 'fulfilled' ? 'first' : 'second';
    await other.pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor });
    for (const gateway of [one, other]) expect(await textAt(gateway)).toContain(winner);
    expect(await readdir(path.join(root, 'shared/artifacts/landing'))).toHaveLength(1);
    expect(await readdir(path.join(root, 'shared/artifacts/.incoming'))).toEqual([]);
  });

  it("leave the other's upload alone when they start and when they end", async () => {
    const one = await open();
    const publishing = Promise.all(['1.0.0', '1.1.0', '1.2.0'].map((version) => publishOn(one, { version })));
    for (let start = 0; start < 3; start++) await (await open()).close();
    await publishing;
    expect((await stored()).filter((file) => file.endsWith('remoteEntry.js'))).toHaveLength(3);
  });
});

describe('two gateways on one database that do not share their artifacts', () => {
  it('say which versions they cannot serve, when they start and when one is published', async () => {
    const said: object[] = [];
    const log = { ...silentLog, error: (facts: object) => void said.push(facts) };
    const [one, other] = [await open('one'), await open('other', log)];
    const heard = nextRecord(other);
    await publishOn(one);
    await heard;
    await expect.poll(() => said).toEqual([{ versions: ['landing 1.0.0'] }]);
    await open('third', log);
    expect(said).toHaveLength(2);
    await open('one', log);
    expect(said).toHaveLength(2);
  });
});

describe.each([
  { home: 'SQLite', listening: 1 },
  { home: 'PostgreSQL', listening: 2 },
])('many teams that publish and pin at once, over HTTP, where the journal is in $home', ({ home, listening }) => {
  const count = process.env['THOROUGH'] ? 100 : 25;
  const publishers = Array.from({ length: count }, (_, number) => ({ actor: `publisher-${number}`, version: `1.${number}.0` }));
  const tokens = publishers.map((publisher) => createToken(publisher.actor, publisher.actor, everything));
  let apps: FastifyInstance[];
  let origins: string[];
  beforeEach(async () => {
    apps = [];
    origins = [];
    if (home === 'SQLite') databaseUrl = undefined;
    for (let gateway = 0; gateway < listening; gateway++) {
      const app = Fastify();
      await registerRegistryRoutes(app, { registry: await open(), tokens: () => tokens });
      apps.push(app);
      origins.push(await app.listen({ host: '127.0.0.1', port: 0 }));
    }
  });
  afterEach(async () => {
    for (const app of apps) await app.close();
  });

  it('make one history without a gap, in which each stands once and one of them got the pin', async () => {
    const ask = async (number: number, method: string, path: string, body: Uint8Array<ArrayBuffer> | string) => {
      const type = typeof body === 'string' ? 'application/json' : 'application/gzip';
      const headers = { authorization: `Bearer ${publishers[number]?.actor}`, 'content-type': type };
      return (await fetch(`${origins[number % listening]}/registry/v1${path}`, { method, headers, body })).status;
    };
    const publish = ({ version }: { version: string }, number: number) =>
      ask(number, 'POST', '/remotes/landing/versions', new Uint8Array(packBuild(remoteFiles({ version }))));
    const pin = ({ version }: { version: string }, number: number) =>
      ask(number, 'PUT', '/museums/*/pins/landing', JSON.stringify({ version, expected: null }));
    const statuses = await Promise.all(publishers.map(async (one, number) => [await publish(one, number), await pin(one, number)]));
    expect(new Set(statuses.map(([published]) => published))).toEqual(new Set([201]));
    const pins = statuses.map(([, pinned]) => pinned);
    expect([pins.filter((status) => status === 200).length, pins.filter((status) => status === 412).length]).toEqual([1, count - 1]);
    const records = await wholeJournal(gateways[0] as Registry);
    expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: count + 1 }, (_, at) => at + 1));
    const published = records.filter(({ action }) => action === 'version-published').map(({ actor: by }) => by);
    expect(new Set(published)).toEqual(new Set(publishers.map(({ actor: by }) => by)));
    // Opening verifies the chain.
    for (const gateway of gateways) await gateway.close();
    expect((await open()).listVersions('landing')).toHaveLength(count);
  });
});
