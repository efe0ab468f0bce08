import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { VersionUse } from '@enfilade/shared-contracts/api/version-schemas';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, usualRetrySeconds } from '../../http/http-error.ts';
import { type JournalRecord, sentenceOf } from '../actions/actions.ts';
import type { Touched } from '../actions/define-action.ts';
import { allows, isWithin, type Scope } from '../actions/define-action.ts';
import { addPackageRoute, type SitePackages } from '../artifacts/site-packages.ts';
import type { PipelineIdentities } from '../origin/pipeline-identity.ts';
import type { Registry } from '../registry.ts';
import { RegistryError, UnknownReleaseError } from '../state/registry-error.ts';
import { type Access, callerOf, createAccess, findToken, type SessionOf, type Token } from './access.ts';
import { addActionRoutes, type MuseumFacts } from './action-routes.ts';
import { addMuseumRoutes } from './museum-routes.ts';
import { describeOverview, type OverviewFacts } from './overview.ts';
import { addPipelineTokenRoute, addPolicyRoutes } from './policy-routes.ts';
import { auditQuerySchema, museumParamsSchema, parseRequest, remoteParamsSchema, vitalsQuerySchema } from './requests.ts';
import { addVersionRoutes, archiveTypes } from './version-routes.ts';

/** Of one response. */
const auditPageLength = 200;
/** Of the journal, for one request of a caller who may see few of its records. */
const auditReads = 5;

interface AuditQuery {
  scope: Scope;
  /** At most this museum's records, or the default's for `*`. */
  museumId?: string | undefined;
  after: number;
  since?: string | undefined;
}

/** The first records after a number that the scope may see. Few of them may be: a request reads a part of the journal, and `next` goes on. */
async function readAuditLog(
  registry: Pick<Registry, 'audit' | 'touchedBy'>,
  { scope, museumId, after, since }: AuditQuery,
): Promise<{ records: JournalRecord[]; next?: number }> {
  const seen: JournalRecord[] = [];
  const earliest = since === undefined ? 0 : Date.parse(since);
  let last = after;
  for (let reads = 0; reads < auditReads && seen.length < auditPageLength; reads += 1) {
    const page = await registry.audit(last);
    const newest = page.at(-1);
    if (!newest) return { records: seen };
    last = newest.seq;
    seen.push(...page.filter((record) => Date.parse(record.at) >= earliest && isVisible(registry.touchedBy(record), scope, museumId)));
  }
  const records = seen.slice(0, auditPageLength);
  return { records, next: seen.length > auditPageLength ? (records.at(-1)?.seq ?? last) : last };
}

/** By the rule the actions themselves are allowed by. A release belongs to no museum. */
function isVisible(touched: Touched | 'site', scope: Scope, museumId: string | undefined): boolean {
  if (touched === 'site') return museumId === undefined && allows(scope, 'read', undefined, '*');
  const { remotes, museums } = touched;
  if (museumId !== undefined && !museums.includes(museumId)) return false;
  const maySeeMuseums = museums.every((museum) => allows(scope, 'read', undefined, museum));
  return allows(scope, 'read') && maySeeMuseums && remotes.every((remote) => allows(scope, 'read', remote));
}

export interface RegistryRoutesOptions {
  registry: Registry;
  /** Of the site itself, as they are now; those of teams and museums are the registry's. */
  tokens(): readonly Token[];
  /** See `MuseumFacts`; absent where every museum is taken for one. */
  assertMuseum?: MuseumFacts['assertMuseum'] | undefined;
  /** For the operators' console; absent where there is no login. */
  console?: (OverviewFacts & { sessionOf: SessionOf }) | undefined;
  /** How pipelines without a token are known; absent: not at all. */
  identities?: PipelineIdentities | undefined;
  /** For everybody; absent where there are none. */
  packages?: SitePackages | undefined;
  /** The built host, whose bill of materials is read; absent where there is none. */
  hostDir?: string | undefined;
  /** Adds what else is kept of museums. */
  addMore?: ((scope: FastifyInstance, access: Access) => void) | undefined;
}

/**
 * The teams' and operators' interface under `/registry/v1`. A bearer token needs no header against forged requests;
 * a session, which a browser sends by itself, needs one whatever the method.
 */
export async function registerRegistryRoutes(app: FastifyInstance, options: RegistryRoutesOptions): Promise<void> {
  const { registry, tokens, assertMuseum = async () => undefined, console, hostDir, identities, packages, addMore } = options;
  const entryScreenOf = (museumId: MuseumKey) => (museumId === '*' ? 'visit' : (console?.describeMuseum(museumId).entryScreen ?? 'visit'));
  const routes: FastifyPluginAsync = async (scope) => {
    const access = createAccess(
      scope,
      (secret) => findToken([...tokens(), ...registry.tokens().map(callerOf)], secret),
      console?.sessionOf,
    );
    scope.setErrorHandler(sendError);
    scope.setNotFoundHandler((request, reply) => sendError(new UnknownReleaseError('The registry has no such address.'), request, reply));
    scope.addContentTypeParser(archiveTypes, (_request, body, done) => done(null, body));
    addVersionRoutes(scope, registry, access, hostDir);
    addMuseumRoutes(scope, registry, { ...access, assertMuseum, entryScreenOf });
    addActionRoutes(scope, registry, { ...access, assertMuseum, entryScreenOf });
    scope.get('/tokens', async (request) => {
      access.authorize(request, 'tokens');
      const own = registry.tokens().filter((token) => isWithin(access.scopeOf(request), token));
      return { tokens: own.map(({ hash: _, ...token }) => token) };
    });
    addPolicyRoutes(scope, registry, access);
    addContractRoutes(scope, registry, access);
    scope.get('/audit', async (request) => {
      const { after, museum, since, language } = parseRequest(auditQuerySchema, request.query);
      access.authorize(request, 'read', undefined, museum);
      const { records, ...more } = await readAuditLog(registry, { scope: access.scopeOf(request), museumId: museum, after, since });
      return { records: records.map((record) => ({ ...record, sentence: sentenceOf(record, language) })), ...more };
    });
    addMore?.(scope, access);
    if (!console) return;
    scope.get('/overview', async (request) => {
      access.authorize(request, 'read', '*');
      return describeOverview(registry, access.scopeOf(request), console);
    });
    scope.get('/remotes/:name/vitals', async (request) => {
      const { name } = parseRequest(remoteParamsSchema, request.params);
      const { museum = '*', version } = parseRequest(vitalsQuerySchema, request.query);
      access.authorize(request, 'read', name, museum);
      return { versions: await console.vitalsOf(museum, name, version) };
    });
    scope.get('/museums/:museumId/spending', async (request) => {
      const { museumId } = parseRequest(museumParamsSchema, request.params);
      access.authorize(request, 'spending', undefined, museumId);
      return { days: await console.spendingOf(museumId) };
    });
  };
  const prefix = '/registry/v1';
  await app.register(routes, { prefix });
  const openRoutes: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'));
    scope.setErrorHandler(sendError);
    if (identities) addPipelineTokenRoute(scope, registry, identities);
    if (packages) addPackageRoute(scope, packages);
  };
  await app.register(openRoutes, { prefix });
}

/** The contracts that the site's host satisfies, and who needs them. */
function addContractRoutes(scope: FastifyInstance, registry: Registry, { authorize, scopeOf }: Access): void {
  scope.get('/contracts', async (request) => {
    authorize(request, 'read');
    const maySee = ({ museumId, name }: VersionUse) => allows(scopeOf(request), 'read', name, museumId === '*' ? undefined : museumId);
    return { contracts: registry.listContracts().map((contract) => ({ ...contract, uses: contract.uses.filter(maySee) })) };
  });
}

/** What the web server itself refuses, by status. */
const serverRefusals: Record<number, { code: GatewayErrorCode; message: string }> = {
  400: { code: 'malformed', message: 'The request cannot be read: its body must be JSON of the documented shape.' },
  403: { code: 'forbidden', message: 'This request did not come from the site itself.' },
  404: { code: 'not-found', message: 'The registry has no such address.' },
  413: { code: 'too-large', message: 'The body is too large.' },
  415: { code: 'unsupported-type', message: 'Send JSON, or a build as application/gzip.' },
};

/** Sends an error in the gateway's one shape. Nothing of an unexpected error gets out. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message } = describeError(error);
  const status = gatewayErrorStatus[code];
  const { retryAfterSeconds = status === 503 ? usualRetrySeconds : undefined } = error instanceof HttpError ? error : {};
  if (code === 'internal') request.log.error({ err: error }, 'the registry failed');
  const body: GatewayErrorBody = { code, message, ...(retryAfterSeconds && { retryAfterSeconds }), requestId: request.id };
  if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
  return reply.status(status).send(body);
}

function describeError(error: unknown): { code: GatewayErrorCode; message: string } {
  if (error instanceof RegistryError || error instanceof HttpError) return { code: error.code, message: error.message };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return serverRefusals[status] ?? { code: 'internal', message: 'The registry failed; the log of the site tells more.' };
}
