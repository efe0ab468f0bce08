import type { Readable } from 'node:stream';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { BundledPackage } from '@enfilade/shared-contracts/api/version-schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from '../registry.ts';
import { UnsupportedTypeError } from '../state/registry-error.ts';
import type { Access } from './access.ts';
import { packageQuerySchema, parseRequest, publishQuerySchema, remoteParamsSchema, versionParamsSchema } from './requests.ts';
import { allows } from './scope.ts';

export const archiveTypes = ['application/gzip', 'application/octet-stream'];

export interface VersionFacts {
  /** The museums the site knows from the start. */
  museumIds: readonly MuseumKey[];
  /** What is bundled into the page itself. */
  hostPackages(): Promise<readonly Pick<BundledPackage, 'name' | 'version'>[]>;
}

/** What is published, publishing, and what versions consist of. */
export function addVersionRoutes(scope: FastifyInstance, registry: Registry, { authorize, scopeOf }: Access, facts: VersionFacts): void {
  // Every museum runs the default's, but a museum does not see what other museums pin.
  const maySee = (request: FastifyRequest) => (museum: string) => museum === '*' || allows(scopeOf(request), 'read', undefined, museum);

  scope.post('/remotes/:name/versions', async (request, reply) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    const actor = authorize(request, 'publish', name);
    const said = parseRequest(publishQuerySchema, request.query);
    const published = await registry.publishArchive({ name, archive: archiveOf(request), actor, ...said });
    const duplicates = await registry.duplicates('*', { name, version: published.version });
    const here = duplicates.filter(({ remotes }) => Object.hasOwn(remotes, name));
    return reply.status(published.alreadyThere ? 200 : 201).send({ name, ...published, duplicates: here });
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
    return { ...registry.release(release.name, release.version), plays: await registry.plays(release) };
  });
  scope.get('/remotes/:name/versions/:version/sbom', async (request) => {
    const release = parseRequest(versionParamsSchema, request.params);
    authorize(request, 'read', release.name);
    return registry.billOfMaterials(release);
  });
  scope.delete('/remotes/:name/versions/:version', async (request) => {
    const release = parseRequest(versionParamsSchema, request.params);
    // Whoever goes back to it would miss it, at whichever museum.
    const actor = authorize(request, 'publish', release.name, '*');
    return registry.retire({ ...release, actor });
  });
  scope.get('/packages', async (request) => {
    authorize(request, 'read', '*');
    const question = parseRequest(packageQuerySchema, request.query);
    const known = new Set<MuseumKey>(['*', ...facts.museumIds, ...registry.museums()]);
    const museums = [...known].filter(maySee(request));
    return registry.packageUsers({ ...question, museums, host: await facts.hostPackages() });
  });
}

/** The body, unread; a request without one has no stream. */
function archiveOf(request: FastifyRequest): Readable {
  const type = request.headers['content-type']?.split(';')[0]?.trim();
  if (request.body && type !== undefined && archiveTypes.includes(type)) return request.body as Readable;
  throw new UnsupportedTypeError('Send the build as a tar.gz, with the content type application/gzip.');
}
