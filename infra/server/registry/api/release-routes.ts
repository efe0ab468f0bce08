import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from '../registry.ts';
import { UnsupportedTypeError } from '../state/registry-error.ts';
import type { Access } from './access.ts';
import { parseRequest } from './parse-request.ts';
import { allows } from './scope.ts';
import { remoteParamsSchema } from './shapes.ts';

export const archiveTypes = ['application/gzip', 'application/octet-stream'];

/** What is published, and publishing. */
export function addReleaseRoutes(scope: FastifyInstance, registry: Registry, { authorize, scopeOf }: Access): void {
  scope.post('/remotes/:name/versions', async (request, reply) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    const actor = authorize(request, 'publish', name);
    const published = await registry.publishArchive({ name, archive: archiveOf(request), actor });
    return reply.status(published.alreadyThere ? 200 : 201).send({ name, ...published });
  });
  scope.get('/remotes', async (request) => {
    authorize(request, 'read');
    return { remotes: registry.listRemotes() };
  });
  scope.get('/remotes/:name/versions', async (request) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    authorize(request, 'read', name);
    // Every museum runs the default's, but which other ones pin what is their own affair.
    const maySee = (museum: string) => museum === '*' || allows(scopeOf(request), 'read', undefined, museum);
    return { versions: registry.listVersions(name).map((version) => ({ ...version, pinnedBy: version.pinnedBy.filter(maySee) })) };
  });
}

/** The body, unread; a request without one has no stream. */
function archiveOf(request: FastifyRequest): Readable {
  const type = request.headers['content-type']?.split(';')[0]?.trim();
  if (request.body && type !== undefined && archiveTypes.includes(type)) return request.body as Readable;
  throw new UnsupportedTypeError('Send the build as a tar.gz, with the content type application/gzip.');
}
