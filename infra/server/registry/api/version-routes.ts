import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows } from '../actions/define-action.ts';
import { billFile, privateFolder } from '../publish/build-files.ts';
import type { Registry } from '../registry.ts';
import { UnknownReleaseError, UnsupportedTypeError } from '../state/registry-error.ts';
import type { Access } from './access.ts';
import { parseRequest, publishQuerySchema, remoteParamsSchema, versionParamsSchema } from './requests.ts';

export const archiveTypes = ['application/gzip', 'application/octet-stream'];

/** What is published, publishing, and what versions and the host consist of. @param hostDir the built host */
export function addVersionRoutes(scope: FastifyInstance, registry: Registry, { authorize, scopeOf }: Access, hostDir?: string): void {
  // Every museum runs the default's, but a museum does not see what other museums pin.
  const maySee = (request: FastifyRequest) => (museum: string) => museum === '*' || allows(scopeOf(request), 'read', undefined, museum);

  scope.post('/remotes/:name/versions', async (request, reply) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    const actor = authorize(request, 'publish', name);
    const said = parseRequest(publishQuerySchema, request.query);
    const published = await registry.publishArchive({ name, archive: archiveOf(request), actor, ...said });
    return reply.status(published.alreadyThere ? 200 : 201).send({ name, ...published });
  });
  scope.get('/remotes', async (request) => {
    authorize(request, 'read');
    return { remotes: registry.listRemotes() };
  });
  scope.get('/remotes/:name/versions', async (request) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    authorize(request, 'read', name);
    const versions = registry.listVersions(name);
    return { versions: versions.map((version) => ({ ...version, pinnedBy: version.pinnedBy.filter(maySee(request)) })) };
  });
  scope.get('/remotes/:name/versions/:version', async (request) => {
    const release = parseRequest(versionParamsSchema, request.params);
    authorize(request, 'read', release.name);
    const details = await registry.versionDetails(release);
    return { ...details, pinnedBy: details.pinnedBy.filter(maySee(request)) };
  });
  scope.get('/remotes/:name/versions/:version/release', async (request) => {
    const release = parseRequest(versionParamsSchema, request.params);
    authorize(request, 'read', release.name);
    return { release: registry.release(release.name, release.version), plays: await registry.plays(release) };
  });
  scope.get('/remotes/:name/versions/:version/sbom', async (request) => {
    const release = parseRequest(versionParamsSchema, request.params);
    authorize(request, 'read', release.name);
    return registry.billOfMaterials(release);
  });
  scope.get('/host/sbom', async (request) => {
    authorize(request, 'read');
    const bytes = hostDir === undefined ? undefined : await readFile(path.join(hostDir, privateFolder, billFile)).catch(() => undefined);
    const bill = parseJson(bytes?.toString('utf8') ?? '');
    if (typeof bill === 'object' && bill !== null) return bill;
    throw new UnknownReleaseError('The host does not say what it consists of; build it with the configuration of this release.');
  });
}

/** The body, unread; a request without one has no stream. */
function archiveOf(request: FastifyRequest): Readable {
  const type = request.headers['content-type']?.split(';')[0]?.trim();
  if (request.body && type !== undefined && archiveTypes.includes(type)) return request.body as Readable;
  throw new UnsupportedTypeError('Send the build as a tar.gz, with the content type application/gzip.');
}
