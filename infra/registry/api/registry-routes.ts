import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Registry } from '../registry.ts';
import { ForbiddenError, MalformedRequestError, UnauthorizedError, UnknownReleaseError, UnsupportedTypeError } from '../registry-error.ts';
import { answerError } from './error-answer.ts';
import { allows, type RegistryAction } from './scope.ts';
import { auditQuerySchema, museumParamsSchema, pinBodySchema, pinParamsSchema, remoteParamsSchema, unpinBodySchema } from './shapes.ts';
import { findToken, type Token } from './tokens.ts';

const archiveTypes = ['application/gzip', 'application/octet-stream'];
const jsonBodyBytes = 4_096;

/** Throws ForbiddenError unless the request's token may. @returns the actor's name */
type Authorize = (request: FastifyRequest, action: RegistryAction, remote?: string, museum?: string) => string;

export interface RegistryRoutes {
  registry: Registry;
  tokens: readonly Token[];
}

/** The teams' and operators' interface under `/registry/v1`: bearer tokens, no cookie, and so no header against forged requests. */
export async function registerRegistryRoutes(app: FastifyInstance, { registry, tokens }: RegistryRoutes): Promise<void> {
  const routes: FastifyPluginAsync = async (scope) => {
    const authorize = authenticate(scope, tokens);
    scope.setErrorHandler(answerError);
    scope.setNotFoundHandler((request, reply) => answerError(new UnknownReleaseError('The registry has no such address.'), request, reply));
    scope.addContentTypeParser(archiveTypes, (_request, body, done) => done(null, body));
    addReleaseRoutes(scope, registry, authorize);
    addMuseumRoutes(scope, registry, authorize);
  };
  await app.register(routes, { prefix: '/registry/v1' });
}

/** Knows every request's token before anything of its body is read. */
function authenticate(scope: FastifyInstance, tokens: readonly Token[]): Authorize {
  const tokenOf = new WeakMap<FastifyRequest, Token>();
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const [, secret] = /^Bearer ([\w-]{1,256})$/i.exec(request.headers.authorization ?? '') ?? [];
    const token = secret === undefined ? undefined : findToken(tokens, secret);
    if (!token) throw new UnauthorizedError('Send a valid token as "Authorization: Bearer …".');
    tokenOf.set(request, token);
  });
  return (request, action, remote, museum) => {
    const token = tokenOf.get(request);
    if (token && allows(token.scope, action, remote, museum)) return token.name;
    throw new ForbiddenError('This token is not made for that: ask for one with the remote, museum and action you need.');
  };
}

function addReleaseRoutes(scope: FastifyInstance, registry: Registry, authorize: Authorize): void {
  scope.post('/remotes/:name/versions', async (request, reply) => {
    const { name } = parse(remoteParamsSchema, request.params);
    const actor = authorize(request, 'publish', name);
    const published = await registry.publishArchive({ name, archive: archiveOf(request), actor });
    return reply.status(published.alreadyThere ? 200 : 201).send({ name, ...published });
  });
  scope.get('/remotes', async (request) => {
    authorize(request, 'read');
    return { remotes: registry.listRemotes() };
  });
  scope.get('/remotes/:name/versions', async (request) => {
    const { name } = parse(remoteParamsSchema, request.params);
    authorize(request, 'read', name);
    return { versions: registry.listVersions(name) };
  });
}

function addMuseumRoutes(scope: FastifyInstance, registry: Registry, authorize: Authorize): void {
  const bodyLimit = jsonBodyBytes;
  scope.get('/museums/:museumId/set', async (request) => {
    const { museumId } = parse(museumParamsSchema, request.params);
    authorize(request, 'read', undefined, museumId);
    return registry.releaseSet(museumId);
  });
  scope.put('/museums/:museumId/pins/:name', { bodyLimit }, async (request) => {
    const place = parse(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', place.name, place.museumId);
    return registry.pin({ ...place, ...parse(pinBodySchema, request.body), actor });
  });
  scope.delete('/museums/:museumId/pins/:name', { bodyLimit }, async (request) => {
    const place = parse(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', place.name, place.museumId);
    return registry.unpin({ ...place, ...parse(unpinBodySchema, request.body), actor });
  });
  scope.get('/audit', async (request) => {
    const { after } = parse(auditQuerySchema, request.query);
    // The trail tells of every remote and museum.
    authorize(request, 'read', '*', '*');
    return { records: await registry.audit(after) };
  });
}

/** The body, unread; a request without one has no stream. */
function archiveOf(request: FastifyRequest): Readable {
  const type = request.headers['content-type']?.split(';')[0]?.trim();
  if (request.body && type !== undefined && archiveTypes.includes(type)) return request.body as Readable;
  throw new UnsupportedTypeError('Send the build as a tar.gz, with the content type application/gzip.');
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new MalformedRequestError(`"${issue?.path.join('.') || 'body'}" is not of the shape it must have: ${issue?.message}.`);
}
