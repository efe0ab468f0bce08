import { request as httpRequest } from 'node:http';
import { type GatewayErrorCode, gatewayErrorSchema, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import { auditSchema, pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { publishedSchema, remotesSchema, versionsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { packBuild, remoteFiles } from '../testing/built-remote.ts';
import { badArchives, oversizedArchive } from '../testing/malicious-archives.ts';
import { openTemporaryRegistry, readKeys, type TemporaryRegistry } from '../testing/temporary-registry.ts';
import { createToken, siteTokens, type Token } from './access.ts';
import { registerRegistryRoutes } from './registry-routes.ts';

const belmonte = 'a'.repeat(24);
const cathedral = 'b'.repeat(24);
let temporary: TemporaryRegistry;
let app: FastifyInstance;
let tokens: Token[];
let origin: string;

beforeEach(async () => {
  temporary = await openTemporaryRegistry();
  tokens = [
    ...(await readKeys(siteTokens, temporary.dataDir))(),
    createToken('whole', 'whole', { actions: ['*'], remotes: ['*'], museums: ['*'] }),
  ];
  app = Fastify();
  await registerRegistryRoutes(app, { registry: temporary.registry(), tokens: () => tokens });
  origin = `${await app.listen({ host: '127.0.0.1', port: 0 })}/registry/v1`;
});
afterEach(async () => {
  await app.close();
  await temporary.close();
});

interface Ask {
  token?: string | null;
  json?: unknown;
  archive?: Buffer;
  type?: string;
}
async function ask(method: string, path: string, { token = 'whole', json, archive, type }: Ask = {}) {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
  if (json !== undefined || archive) headers.set('content-type', type ?? (archive ? 'application/gzip' : 'application/json'));
  const body = archive ? new Uint8Array(archive) : JSON.stringify(json);
  const response = await fetch(origin + path, { method, headers, ...(headers.has('content-type') ? { body } : {}) });
  return { status: response.status, body: (await response.json()) as unknown };
}
async function expectError(asked: ReturnType<typeof ask>, code: GatewayErrorCode): Promise<string> {
  const { status, body } = await asked;
  const error = gatewayErrorSchema.parse(body);
  expect([status, error.code]).toEqual([gatewayErrorStatus[code], code]);
  expect(error.requestId).not.toBe('');
  return error.message;
}
const publish = (build: Parameters<typeof remoteFiles>[0] = {}, token?: string) =>
  ask('POST', `/remotes/${build.name ?? 'landing'}/versions`, { archive: packBuild(remoteFiles(build)), ...(token ? { token } : {}) });
const pin = (museumId: string, version: string, expected: string | null) =>
  ask('PUT', `/museums/${museumId}/pins/landing`, { json: { version, expected } });
const runs = async (museumId: string) => unsignedSetSchema.parse((await ask('GET', `/museums/${museumId}/set`)).body);

describe('a team ships a version for one museum', () => {
  it('publishes, pins, and leaves every other museum as it was', async () => {
    expect(publishedSchema.parse((await publish({ version: '1.0.0' })).body)).toEqual({
      name: 'landing',
      version: '1.0.0',
      alreadyThere: false,
    });
    await pin('*', '1.0.0', null);
    const before = await runs(cathedral);
    expect((await publish({ version: '1.1.0' })).status).toBe(201);
    expect(pinResultSchema.parse((await pin(belmonte, '1.1.0', null)).body)).toMatchObject({
      museumId: belmonte,
      version: '1.1.0',
      sequence: 4,
    });
    expect(await runs(belmonte)).toMatchObject({ sequence: 4, remotes: { landing: { version: '1.1.0' } } });
    expect(await runs(cathedral)).toEqual(before);
    const removed = await ask('DELETE', `/museums/${belmonte}/pins/landing`, { json: { expected: '1.1.0' } });
    expect(pinResultSchema.parse(removed.body)).toMatchObject({ version: null, sequence: 5 });
    expect((await runs(belmonte)).remotes).toEqual(before.remotes);
  });

  it('lists remotes, versions and who did what', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish({ version });
    await pin('*', '1.0.0', null);
    expect(remotesSchema.parse((await ask('GET', '/remotes')).body)).toEqual({
      remotes: [{ name: 'landing', newest: '1.1.0', versions: 2 }],
    });
    const { versions } = versionsSchema.parse((await ask('GET', '/remotes/landing/versions')).body);
    expect(versions.map(({ version, pinnedBy, actor }) => [version, pinnedBy, actor])).toEqual([
      ['1.1.0', [], 'whole'],
      ['1.0.0', ['*'], 'whole'],
    ]);
    const { records } = auditSchema.parse((await ask('GET', '/audit?after=1')).body);
    expect(records.map(({ seq, action, actor }) => [seq, action, actor])).toEqual([
      [2, 'version-published', 'whole'],
      [3, 'pin-set', 'whole'],
    ]);
  });

  it('publishes a version with its plays, which are checked, recorded with the version and not served to visitors', async () => {
    const plays = JSON.stringify([{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }]);
    const publishPlays = (text: string) =>
      ask('POST', '/remotes/landing/versions', { archive: packBuild(new Map(remoteFiles()).set('private/plays.json', text)) });
    expect((await publishPlays(plays)).status).toBe(201);
    const { body } = await ask('GET', '/remotes/landing/versions/1.0.0/release');
    expect(body).toMatchObject({ release: { version: '1.0.0' }, plays: JSON.parse(plays) });
    const { files } = temporary.registry().release('landing', '1.0.0');
    expect(Object.keys(files).join()).not.toContain('plays');
    expect(await expectError(publishPlays('[{"name":"looks"}]'), 'refused')).toMatch(/^plays\.json is not valid at "0\.steps"/);
    expect(await expectError(publishPlays(plays.replace('Hello', '{{age}}')), 'refused')).toMatch(/^plays\.json names \{\{age\}\}/);
  });

  it('answers 200 for a version that was there already, and takes application/octet-stream', async () => {
    const archive = packBuild(remoteFiles());
    expect((await ask('POST', '/remotes/landing/versions', { archive, type: 'application/octet-stream' })).status).toBe(201);
    expect((await ask('POST', '/remotes/landing/versions', { archive })).body).toEqual({
      name: 'landing',
      version: '1.0.0',
      alreadyThere: true,
    });
    expect(await temporary.registry().audit(0)).toHaveLength(1);
  });

  it('lets one of twenty parallel pins through and answers 412 to the others', async () => {
    await publish({ version: '1.0.0' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pin('*', '1.0.0', null)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await temporary.registry().audit(0)).filter(({ action }) => action === 'pin-set')).toHaveLength(1);
  });
});

describe('what is refused', () => {
  it('a build that breaks a rule, with the sentence that mends it', async () => {
    expect(await expectError(publish({ contract: '^3.0.0' }), 'refused')).toMatch(/build it against shared-contracts/);
    await publish({ text: 'first' });
    expect(await expectError(publish({ text: 'second' }), 'refused')).toMatch(/under a new version/);
  });

  it('a bad archive, leaving nothing', async () => {
    const [{ archive } = expect.unreachable()] = badArchives;
    await expectError(ask('POST', '/remotes/landing/versions', { archive: archive() }), 'refused');
    expect(await temporary.stored()).toEqual(['.incoming']);
  });

  it('an archive over 20 MB, while the next upload succeeds', async () => {
    await expectError(ask('POST', '/remotes/landing/versions', { archive: oversizedArchive() }), 'too-large');
    expect((await publish()).status).toBe(201);
  });

  it('a stale expectation, an unknown version and an unknown address', async () => {
    await publish();
    await expectError(pin('*', '1.0.0', '0.9.0'), 'stale');
    await expectError(pin('*', '7.0.0', null), 'not-found');
    await expectError(ask('PUT', '/museums/*/pins/visit', { json: { version: '1.0.0', expected: null } }), 'not-found');
    await expectError(ask('DELETE', '/museums/*/pins/landing', { json: { expected: null } }), 'not-found');
    await expectError(ask('GET', '/remotes/visit/versions'), 'not-found');
    await expectError(ask('GET', '/nothing'), 'not-found');
    expect(await temporary.registry().audit(1)).toEqual([]);
  });

  it('malformed ids, names, bodies and numbers', async () => {
    const json = { version: '1.0.0', expected: null };
    await expectError(ask('PUT', '/museums/palazzo/pins/landing', { json }), 'malformed');
    await expectError(ask('PUT', `/museums/${belmonte}/pins/..%2F..%2Fetc`, { json }), 'malformed');
    await expectError(ask('GET', '/museums/%2A%2A/set'), 'malformed');
    await expectError(ask('POST', '/remotes/Landing!/versions', { archive: packBuild(remoteFiles()) }), 'malformed');
    for (const body of [{ expected: null }, { version: 'newest', expected: null }, { ...json, force: true }, [], 'text', null])
      await expectError(ask('PUT', '/museums/*/pins/landing', { json: body }), 'malformed');
    for (const after of ['-1', 'x', '1e9', '1&after=2', '1&before=2']) await expectError(ask('GET', `/audit?after=${after}`), 'malformed');
  });

  it('the wrong content type and oversized JSON', async () => {
    await expectError(ask('POST', '/remotes/landing/versions', { json: {} }), 'unsupported-type');
    await expectError(ask('POST', '/remotes/landing/versions'), 'unsupported-type');
    await expectError(
      ask('POST', '/remotes/landing/versions', { archive: packBuild(remoteFiles()), type: 'text/plain' }),
      'unsupported-type',
    );
    const json = { version: '1.0.0', expected: null, padding: 'x'.repeat(5_000) };
    await expectError(ask('PUT', '/museums/*/pins/landing', { json }), 'too-large');
  });
});

describe('when something breaks', () => {
  it('says that it cannot write now, and does not say what is wrong inside', async () => {
    const archive = packBuild(remoteFiles());
    await temporary.registry().close();
    await expectError(ask('POST', '/remotes/landing/versions', { archive }), 'busy');
    temporary.registry().listRemotes = () => {
      throw new Error('at /secret/place');
    };
    expect(await expectError(ask('GET', '/remotes'), 'internal')).not.toContain('secret');
  });

  it('forgets an upload whose sender went away', async () => {
    const headers = { authorization: 'Bearer whole', 'content-type': 'application/gzip' };
    const request = httpRequest(`${origin}/remotes/landing/versions`, { method: 'POST', headers });
    request.on('error', () => {});
    await new Promise<void>((resolve) => request.write(packBuild(remoteFiles({ version: '0.9.0' })).subarray(0, 400), () => resolve()));
    request.destroy();
    expect((await publish()).status).toBe(201);
    expect(temporary.registry().listVersions('landing')).toHaveLength(1);
  });
});

describe('tokens', () => {
  it('asks for a valid one before anything else', async () => {
    for (const token of [null, 'wrong', 'whole2', '', 'who le', 'x'.repeat(300)]) {
      await expectError(ask('GET', '/remotes', { token }), 'unauthorized');
      await expectError(ask('GET', '/nothing', { token }), 'unauthorized');
      await expectError(ask('POST', '/remotes/landing/versions', { token, archive: packBuild(remoteFiles()) }), 'unauthorized');
    }
    expect(temporary.registry().listRemotes()).toEqual([]);
  });

  it('says in head and body when to come again where it cannot be known whether there is such a museum', async () => {
    const unsure = Fastify();
    await registerRegistryRoutes(unsure, {
      registry: temporary.registry(),
      tokens: () => tokens,
      assertMuseum: () => Promise.reject(new StoreUnavailableError('The middleware does not answer.')),
    });
    const answer = await unsure.inject({
      method: 'PUT',
      url: `/registry/v1/museums/${belmonte}/left-out/landing`,
      headers: { authorization: 'Bearer whole' },
      payload: {},
    });
    const error = gatewayErrorSchema.parse(answer.json());
    expect([answer.statusCode, answer.headers['retry-after'], error.retryAfterSeconds]).toEqual([503, '5', 5]);
    await unsure.close();
  });
});
