import { request as httpRequest } from 'node:http';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { publishedSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import Fastify from 'fastify';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { packBuild, type RemoteBuild, remoteFiles } from '../testing/built-remote.ts';
import { badArchives, oversizedArchive } from '../testing/malicious-archives.ts';
import { registerRegistryRoutes } from './registry-routes.ts';
import { belmonte, cathedral, openRoutesStage, overviewFacts } from './testing/routes-stage.ts';

const stage = ofEachTest(openRoutesStage);

const publishing = (build: RemoteBuild = {}) =>
  ['POST', `/remotes/${build.name ?? 'landing'}/versions`, { archive: packBuild(remoteFiles(build)) }] as const;
const pinning = (museumId: string, version: string, expected: string | null) =>
  ['PUT', `/museums/${museumId}/pins/landing`, { json: { version, expected } }] as const;
const publish = (build: RemoteBuild = {}) => stage.ask(...publishing(build));
const pin = (...pinned: Parameters<typeof pinning>) => stage.ask(...pinning(...pinned));
const runs = async (museumId: string) => unsignedSetSchema.parse((await stage.ask('GET', `/museums/${museumId}/set`)).body);

it('publishing and pinning at one museum changes no other museum', async () => {
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
  const removed = await stage.ask('DELETE', `/museums/${belmonte}/pins/landing`, { json: { expected: '1.1.0' } });
  expect(pinResultSchema.parse(removed.body)).toMatchObject({ version: null, sequence: 5 });
  expect((await runs(belmonte)).remotes).toEqual(before.remotes);
});

it('publishing validates plays, stores plays with the version and does not serve plays to visitors', async () => {
  const plays = JSON.stringify([{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }]);
  const withPlays = (text: string) =>
    ['POST', '/remotes/landing/versions', { archive: packBuild(new Map(remoteFiles()).set('private/plays.json', text)) }] as const;
  expect((await stage.ask(...withPlays(plays))).status).toBe(201);
  const { body } = await stage.ask('GET', '/remotes/landing/versions/1.0.0/release');
  expect(body).toMatchObject({ release: { version: '1.0.0' }, plays: JSON.parse(plays) });
  const { files } = stage.temporary.registry().release('landing', '1.0.0');
  expect(Object.keys(files).join()).not.toContain('plays');
  expect(await stage.refusal('refused', ...withPlays('[{"name":"looks"}]'))).toMatch(/^plays\.json is not valid at "0\.steps"/);
  expect(await stage.refusal('refused', ...withPlays(plays.replace('Hello', '{{age}}')))).toMatch(/^plays\.json names \{\{age\}\}/);
});

it('publishing the same build again answers alreadyThere, and application/octet-stream is accepted', async () => {
  const archive = packBuild(remoteFiles());
  expect((await stage.ask('POST', '/remotes/landing/versions', { archive, type: 'application/octet-stream' })).status).toBe(201);
  expect((await stage.ask('POST', '/remotes/landing/versions', { archive })).body).toEqual({
    name: 'landing',
    version: '1.0.0',
    alreadyThere: true,
  });
  expect(await stage.temporary.registry().audit(0)).toHaveLength(1);
});

it('one of twenty parallel pins succeeds and the others get 412', async () => {
  await publish({ version: '1.0.0' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => pin('*', '1.0.0', null)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
  expect((await stage.temporary.registry().audit(0)).filter(({ action }) => action === 'pin-set')).toHaveLength(1);
});

it('a build that breaks a rule is refused with the remedy', async () => {
  expect(await stage.refusal('refused', ...publishing({ contract: '^3.0.0' }))).toMatch(/build against shared-contracts/);
  await publish({ text: 'first' });
  expect(await stage.refusal('refused', ...publishing({ text: 'second' }))).toMatch(/under a new version/);
});

it('a bad archive is refused and leaves no files', async () => {
  const [{ archive } = expect.unreachable()] = badArchives;
  await stage.refusal('refused', 'POST', '/remotes/landing/versions', { archive: archive() });
  expect(await stage.temporary.stored()).toEqual(['.incoming']);
});

it('an archive over 20 MB is refused, and the next upload succeeds', async () => {
  await stage.refusal('too-large', 'POST', '/remotes/landing/versions', { archive: oversizedArchive() });
  expect((await publish()).status).toBe(201);
});

it('a stale expectation gets 412, and an unknown version, pin, remote or address gets 404', async () => {
  await publish();
  await stage.refusal('stale', ...pinning('*', '1.0.0', '0.9.0'));
  await stage.refusal('not-found', ...pinning('*', '7.0.0', null));
  await stage.refusal('not-found', 'PUT', '/museums/*/pins/visit', { json: { version: '1.0.0', expected: null } });
  await stage.refusal('not-found', 'DELETE', '/museums/*/pins/landing', { json: { expected: null } });
  await stage.refusal('not-found', 'GET', '/remotes/visit/versions');
  await stage.refusal('not-found', 'GET', '/nothing');
  expect(await stage.temporary.registry().audit(1)).toEqual([]);
});

it('malformed ids, names, bodies and numbers are refused with 400', async () => {
  const json = { version: '1.0.0', expected: null };
  await stage.refusal('malformed', 'PUT', '/museums/palazzo/pins/landing', { json });
  await stage.refusal('malformed', 'PUT', `/museums/${belmonte}/pins/..%2F..%2Fetc`, { json });
  await stage.refusal('malformed', 'GET', '/museums/%2A%2A/set');
  await stage.refusal('malformed', 'POST', '/remotes/Landing!/versions', { archive: packBuild(remoteFiles()) });
  for (const body of [{ expected: null }, { version: 'newest', expected: null }, { ...json, force: true }, [], 'text', null])
    await stage.refusal('malformed', 'PUT', '/museums/*/pins/landing', { json: body });
  for (const after of ['-1', 'x', '1e9', '1&after=2', '1&before=2']) await stage.refusal('malformed', 'GET', `/audit?after=${after}`);
});

it('a wrong content type is refused with 415 and oversized JSON with 413', async () => {
  await stage.refusal('unsupported-type', 'POST', '/remotes/landing/versions', { json: {} });
  await stage.refusal('unsupported-type', 'POST', '/remotes/landing/versions');
  const archive = packBuild(remoteFiles());
  await stage.refusal('unsupported-type', 'POST', '/remotes/landing/versions', { archive, type: 'text/plain' });
  const json = { version: '1.0.0', expected: null, padding: 'x'.repeat(5_000) };
  await stage.refusal('too-large', 'PUT', '/museums/*/pins/landing', { json });
});

it('a closed store responds with 503, and an internal error does not reveal its message', async () => {
  const archive = packBuild(remoteFiles());
  await stage.temporary.registry().close();
  await stage.refusal('busy', 'POST', '/remotes/landing/versions', { archive });
  stage.temporary.registry().listRemotes = () => {
    throw new Error('at /secret/place');
  };
  expect(await stage.refusal('internal', 'GET', '/remotes')).not.toContain('secret');
});

it('an interrupted upload leaves nothing and does not block the next upload', async () => {
  const headers = { authorization: 'Bearer whole', 'content-type': 'application/gzip' };
  const request = httpRequest(`${stage.origin}/remotes/landing/versions`, { method: 'POST', headers });
  request.on('error', () => {});
  await new Promise<void>((resolve) => request.write(packBuild(remoteFiles({ version: '0.9.0' })).subarray(0, 400), () => resolve()));
  request.destroy();
  expect((await publish()).status).toBe(201);
  expect(stage.temporary.registry().listVersions('landing')).toHaveLength(1);
});

it('every route requires a valid token before anything else', async () => {
  for (const token of [null, 'wrong', 'whole2', 'whol', 'Whole', '', 'who le', 'x'.repeat(300)]) {
    await stage.refusal('unauthorized', 'GET', '/remotes', { token });
    await stage.refusal('unauthorized', 'GET', '/nothing', { token });
    await stage.refusal('unauthorized', 'POST', '/remotes/landing/versions', { token, archive: packBuild(remoteFiles()) });
  }
  expect(stage.temporary.registry().listRemotes()).toEqual([]);
});

it('if the middleware does not answer, a change at a museum gets 503 with Retry-After in header and body', async () => {
  const unsure = Fastify();
  await registerRegistryRoutes(unsure, {
    registry: stage.temporary.registry(),
    tokens: () => stage.tokens,
    assertMuseum: () => Promise.reject(new StoreUnavailableError('The middleware does not answer.')),
    console: { ...overviewFacts, sessionOf: async () => undefined },
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
