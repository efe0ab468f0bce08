import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { everything } from './actions/define-action.ts';
import { createToken } from './api/access.ts';
import { registerRegistryRoutes } from './api/registry-routes.ts';
import type { Registry } from './registry.ts';
import { packBuild, remoteFiles } from './testing/built-remote.ts';
import { wholeJournal } from './testing/crash-rounds.ts';
import { openPostgres, type PostgresServer } from './testing/postgres-server.ts';
import { openOwnRegistry, silentLog } from './testing/temporary-registry.ts';

let server: PostgresServer;
let root: string;
/** Absent: SQLite. */
let databaseUrl: string | undefined;
let gateways: Registry[];
beforeAll(async () => {
  server = await openPostgres();
});
afterAll(() => server.end());
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-gateways-'));
  gateways = [];
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.close();
  await rm(root, { recursive: true });
});

async function open(): Promise<Registry> {
  const gateway = await openOwnRegistry({ dataDir: path.join(root, 'shared'), databaseUrl, clock: systemClock, log: silentLog });
  gateways.push(gateway);
  return gateway;
}

describe.each([
  { home: 'SQLite', listening: 1 },
  { home: 'PostgreSQL', listening: 2 },
])('a hundred teams that publish and pin at once, over HTTP, where the journal is in $home', ({ home, listening }) => {
  const count = 100;
  const publishers = Array.from({ length: count }, (_, number) => ({ actor: `publisher-${number}`, version: `1.${number}.0` }));
  const tokens = publishers.map((publisher) => createToken(publisher.actor, publisher.actor, everything));
  let apps: FastifyInstance[];
  let origins: string[];
  beforeEach(async () => {
    apps = [];
    origins = [];
    databaseUrl = home === 'SQLite' ? undefined : await server.createDatabase();
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
