import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { gateSchema, trialSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { HostBuildStore } from '../artifacts/host-builds.ts';
import type { Registry } from '../registry.ts';
import { UnknownReleaseError } from '../state/registry-error.ts';
import type { Authorize } from './access.ts';
import { museumParamsSchema, parseRequest } from './requests.ts';

const versionParamsSchema = z.object({ name: remoteNameSchema, version: remoteVersionSchema });
const fileParamsSchema = versionParamsSchema.extend({ '*': z.string().max(140) });
const hostFileParamsSchema = z.object({ version: z.string().max(64), '*': z.string().max(300) });
const gateBodySchema = z.strictObject({ isRequired: gateSchema.shape.isRequired });
/** A result for each of 500 museums, each with a short problem: it stays in the journal. */
const trialBodyBytes = 128_000;
const gateBodyBytes = 1_000;

interface ShippingAccess {
  authorize: Authorize;
  assertMuseum(museumId: MuseumKey): Promise<unknown>;
  hosts: HostBuildStore | undefined;
}

/** What `remotes can-ship` reads and stores: versions with all their files, builds of the host, what became of plays, and who asks for that. */
export function addShippingRoutes(scope: FastifyInstance, registry: Registry, { authorize, assertMuseum, hosts }: ShippingAccess): void {
  scope.get('/remotes/:name/versions/:version/release', async (request) => {
    const { name, version } = parseRequest(versionParamsSchema, request.params);
    authorize(request, 'read', name);
    return { ...registry.release(name, version), plays: await registry.plays({ name, version }) };
  });
  scope.get('/remotes/:name/versions/:version/files/*', async (request, reply) => {
    const { name, version, '*': file } = parseRequest(fileParamsSchema, request.params);
    authorize(request, 'read', name);
    const artifact = registry.artifact(name, version, file);
    if (!artifact) throw new UnknownReleaseError(`${name} ${version} has no such file.`);
    return reply.type('application/octet-stream').send(await artifact.read(artifact.path));
  });
  scope.post('/remotes/:name/versions/:version/trials', { bodyLimit: trialBodyBytes }, async (request, reply) => {
    const target = parseRequest(versionParamsSchema, request.params);
    const actor = authorize(request, 'publish', target.name);
    await registry.recordTrial({ ...target, ...parseRequest(trialSchema, request.body), actor });
    return reply.status(201).send(target);
  });
  scope.get('/museums/:museumId/gate', async (request) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    authorize(request, 'read', undefined, museumId);
    return { museumId, isRequired: registry.hasGate(museumId) };
  });
  scope.put('/museums/:museumId/gate', { bodyLimit: gateBodyBytes }, async (request) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    // It binds whoever pins any of the remotes.
    const actor = authorize(request, 'pin', '*', museumId);
    const { isRequired } = parseRequest(gateBodySchema, request.body);
    await assertMuseum(museumId);
    await registry.setGate({ museumId, isRequired, actor });
    return { museumId, isRequired };
  });
  scope.get('/hosts', async (request) => {
    authorize(request, 'read');
    return { hosts: (await hosts?.list()) ?? [] };
  });
  scope.get('/hosts/:version/files/*', async (request, reply) => {
    const { version, '*': file } = parseRequest(hostFileParamsSchema, request.params);
    authorize(request, 'read');
    const contents = await hosts?.read(version, file);
    if (!contents) throw new UnknownReleaseError('No such file of the host is kept.');
    return reply.type('application/octet-stream').send(contents);
  });
}
