import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { versionAuthorSchema, versionNoteSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { remoteNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendError, toHttpError } from '../../http/exchange.ts';
import { addPackageRoute, type SitePackages } from '../artifacts/earlier-releases.ts';
import type { PipelineIdentities } from '../origin/pipeline-identity.ts';
import type { Registry } from '../registry.ts';
import { ForbiddenError, RegistryError, UnknownReleaseError, UnsupportedTypeError } from '../state/registry-error.ts';
import { type Access, callerOf, createAccess, findToken, type SessionOf, type Token } from './access.ts';
import { type OverviewFacts, registryEndpoints } from './endpoints.ts';
import { addActionRoutes, addEndpoints, type MuseumFacts, parseRequest } from './routes.ts';

interface RegistryRoutesOptions {
  registry: Registry;
  /** The site's own tokens. The registry has the issued tokens. */
  tokens(): readonly Token[];
  /** Accepts every museum if missing. */
  assertMuseum?: MuseumFacts['assertMuseum'] | undefined;
  console: OverviewFacts & { sessionOf: SessionOf };
  identities?: PipelineIdentities | undefined;
  /** Packages that are served without a token. */
  packages?: SitePackages | undefined;
  /** For the host's bill of materials (no bill). */
  hostDir?: string | undefined;
  addMore?: ((scope: FastifyInstance, access: Access) => void) | undefined;
}

/** Browsers send a session's cookie by themselves, so requests with a session need the header against forged requests. */
export async function registerRegistryRoutes(app: FastifyInstance, options: RegistryRoutesOptions): Promise<void> {
  const { registry, tokens, assertMuseum = async () => undefined, hostDir, identities, packages, addMore } = options;
  const { sessionOf, ...facts } = options.console;
  const routes: FastifyPluginAsync = async (scope) => {
    const find = (secret: string) => findToken([...tokens(), ...registry.tokens().map(callerOf)], secret);
    const access = createAccess(scope, find, sessionOf);
    scope.setErrorHandler(refuse);
    scope.setNotFoundHandler((request, reply) =>
      refuse(new UnknownReleaseError('The registry has no route with this method and address.'), request, reply),
    );
    addPublishRoute(scope, registry, access);
    const site = { ...facts, registry, hostDir, assertMuseum };
    addActionRoutes(scope, registry, { ...access, ...site });
    addEndpoints(scope, access, registryEndpoints, site);
    addMore?.(scope, access);
  };
  const prefix = '/registry/v1';
  await app.register(routes, { prefix });
  const openRoutes: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'));
    scope.setErrorHandler(refuse);
    if (identities) addPipelineTokenRoute(scope, registry, identities);
    if (packages) addPackageRoute(scope, packages);
  };
  await app.register(openRoutes, { prefix });
}

const remoteSchema = z.object({ name: remoteNameSchema });
const publishQuerySchema = z.strictObject({ note: z.optional(versionNoteSchema), author: z.optional(versionAuthorSchema) });
const archiveTypes = ['application/gzip', 'application/octet-stream'];

function addPublishRoute(scope: FastifyInstance, registry: Registry, { authorize }: Access): void {
  scope.addContentTypeParser(archiveTypes, (_request, body, done) => done(null, body));
  scope.post('/remotes/:name/versions', async (request, reply) => {
    const { name } = parseRequest(remoteSchema, request.params);
    const actor = authorize(request, 'publish', name);
    const said = parseRequest(publishQuerySchema, request.query);
    const published = await registry.publishArchive({ name, archive: archiveOf(request), actor, ...said });
    return reply.status(published.alreadyThere ? 200 : 201).send({ name, ...published });
  });
}

/** A request without a body has no stream. */
function archiveOf(request: FastifyRequest): Readable {
  const type = request.headers['content-type']?.split(';')[0]?.trim();
  if (request.body && type !== undefined && archiveTypes.includes(type)) return request.body as Readable;
  throw new UnsupportedTypeError('Send the build as a tar.gz, with the content type application/gzip.');
}

/** Identity tokens are longer than other JSON bodies. */
const tokenBytes = 16_384;
const longestActor = 64;
const tokenBodySchema = z.strictObject({
  idToken: z
    .string()
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a JWT')
    .max(tokenBytes),
});

/** The token can publish one remote for 15 minutes. The route needs no token. */
function addPipelineTokenRoute(scope: FastifyInstance, registry: Registry, identities: PipelineIdentities): void {
  scope.post('/remotes/:name/token', { bodyLimit: tokenBytes }, async (request, reply) => {
    const { name } = parseRequest(remoteSchema, request.params);
    const { idToken } = parseRequest(tokenBodySchema, request.body);
    const policy = registry.policy(name);
    if (!policy)
      throw new ForbiddenError(
        `The site has no publishing policy for ${name}; ask the site's operators to set a policy with \`policy ${name}\`.`,
      );
    const pipeline = await identities.identify(idToken, policy);
    const issued = await registry.issuePipelineToken({
      ...{ remote: name, pipeline },
      actor: `pipeline:${new URL(pipeline.repository).pathname.slice(1)}`.slice(0, longestActor),
      idToken: createHash('sha256').update(idToken).digest('hex'),
    });
    return reply.status(201).send(issued);
  });
}

const serverRefusals: Partial<Record<GatewayErrorCode, string>> = {
  malformed: 'The request cannot be read: its body must be JSON of the documented shape.',
  'unsupported-type': 'Send JSON, or a build as application/gzip.',
};

function refuse(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toHttpError(cause);
  const message = error === cause ? undefined : serverRefusals[error.code];
  return sendError(message === undefined ? error : new RegistryError(error.code, message, { cause }), request, reply);
}
