import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Visitors } from '../choosing/check-composition.ts';
import type { Registry } from '../registry.ts';
import type { Authorize } from './access.ts';
import {
  grantBodySchema,
  jsonBodyBytes,
  museumParamsSchema,
  parseRequest,
  pinBodySchema,
  pinParamsSchema,
  rollbackBodySchema,
  rolloutBodySchema,
  rolloutChangeBodySchema,
  rolloutParamsSchema,
  setQuerySchema,
  unpinBodySchema,
} from './requests.ts';

const bodyLimit = jsonBodyBytes;

export interface MuseumAccess {
  authorize: Authorize;
  /**
   * How many exhibitions it has, where that is known.
   * @throws UnknownReleaseError for a museum that the site does not have, StoreUnavailableError when that cannot be known
   */
  assertMuseum(museumId: MuseumKey): Promise<number | undefined>;
  /** What a visitor of the museum comes for. */
  entryScreenOf(museumId: MuseumKey): Visitors['entryScreen'];
}

/** What a museum runs and ran, and everything that changes it. */
export function addMuseumRoutes(scope: FastifyInstance, registry: Registry, access: MuseumAccess): void {
  const { authorize, assertMuseum } = access;
  addReadingRoutes(scope, registry, access);
  addPinRoutes(scope, registry, access);
  addRolloutRoutes(scope, registry, access);
  scope.post('/museums/:museumId/rollback', { bodyLimit }, async (request) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    // It changes whichever remotes were changed since.
    const actor = authorize(request, 'rollback', '*', museumId);
    const { toSequence, preview } = parseRequest(rollbackBodySchema, request.body);
    if (preview) return { ...registry.previewRollBack({ museumId, toSequence }), preview };
    return registry.rollBack({ museumId, toSequence, actor });
  });
  scope.post('/grants', { bodyLimit }, async (request, reply) => {
    authorize(request, 'grant');
    const grant = parseRequest(grantBodySchema, request.body);
    const actor = authorize(request, 'grant', grant.remote, grant.museumId);
    await assertMuseum(grant.museumId);
    return reply.status(201).send(await registry.issueGrant({ ...grant, actor }));
  });
}

function addReadingRoutes(scope: FastifyInstance, registry: Registry, { authorize, assertMuseum }: MuseumAccess): void {
  /** A museum that the site no longer has can be read as long as something was changed there. */
  async function readableMuseum(request: FastifyRequest, remote?: '*'): Promise<MuseumKey> {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    authorize(request, 'read', remote, museumId);
    if (!registry.museums().includes(museumId)) await assertMuseum(museumId);
    return museumId;
  }

  scope.get('/museums/:museumId/set', async (request) => {
    const museumId = await readableMuseum(request);
    const { visitor } = parseRequest(setQuerySchema, request.query);
    // A preview shows no grant, so the hour does not matter.
    return visitor === undefined
      ? registry.releaseSet(museumId)
      : registry.chooseSet({ museumId, visitorId: visitor, grants: [], avoid: [], now: 0 });
  });
  scope.get('/museums/:museumId/rollouts', async (request) => {
    // A rollout names whichever remotes were tested together.
    const museumId = await readableMuseum(request, '*');
    return { rollouts: registry.listRollouts(museumId) };
  });
  scope.get('/museums/:museumId/history', async (request) => {
    return { sets: await registry.history(await readableMuseum(request, '*')) };
  });
}

function addPinRoutes(scope: FastifyInstance, registry: Registry, { authorize, assertMuseum, entryScreenOf }: MuseumAccess): void {
  scope.put('/museums/:museumId/pins/:name', { bodyLimit }, async (request) => {
    const target = parseRequest(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', target.name, target.museumId);
    const change = parseRequest(pinBodySchema, request.body);
    await assertMuseum(target.museumId);
    return registry.pin({ ...target, ...change, actor });
  });
  scope.delete('/museums/:museumId/pins/:name', { bodyLimit }, async (request) => {
    const target = parseRequest(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', target.name, target.museumId);
    return registry.unpin({ ...target, ...parseRequest(unpinBodySchema, request.body), actor });
  });
  scope.put('/museums/:museumId/left-out/:name', { bodyLimit }, async (request) => {
    const target = parseRequest(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', target.name, target.museumId);
    const visitors = { hasSingleExhibition: (await assertMuseum(target.museumId)) === 1, entryScreen: entryScreenOf(target.museumId) };
    return registry.leaveOut({ ...target, visitors, actor });
  });
  scope.delete('/museums/:museumId/left-out/:name', { bodyLimit }, async (request) => {
    const target = parseRequest(pinParamsSchema, request.params);
    return registry.takeIn({ ...target, actor: authorize(request, 'pin', target.name, target.museumId) });
  });
}

function addRolloutRoutes(scope: FastifyInstance, registry: Registry, { authorize, assertMuseum }: MuseumAccess): void {
  /** A rollout is one thing: a caller who may not touch one of its remotes may not touch it. */
  function authorizeRollout(request: FastifyRequest, museumId: MuseumKey, versions: Readonly<Record<string, string>>): string {
    let actor = authorize(request, 'rollout', undefined, museumId);
    for (const name of Object.keys(versions)) actor = authorize(request, 'rollout', name, museumId);
    return actor;
  }

  scope.post('/museums/:museumId/rollouts', { bodyLimit }, async (request, reply) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    // Before the body is checked: a caller who may not, learns nothing.
    authorize(request, 'rollout', undefined, museumId);
    const start = parseRequest(rolloutBodySchema, request.body);
    const actor = authorizeRollout(request, museumId, start.versions);
    await assertMuseum(museumId);
    const percent = 'steps' in start ? (start.steps[0] ?? 0) : start.percent;
    return reply.status(201).send(await registry.startRollout({ museumId, percent, ...start, actor }));
  });
  scope.patch('/museums/:museumId/rollouts/:id', { bodyLimit }, async (request) => {
    const target = parseRequest(rolloutParamsSchema, request.params);
    const rollout = registry.listRollouts(target.museumId).find(({ id }) => id === target.id);
    const actor = authorizeRollout(request, target.museumId, rollout?.versions ?? {});
    const change = parseRequest(rolloutChangeBodySchema, request.body);
    return 'halt' in change
      ? registry.haltRollout({ ...target, reason: 'operator', actor })
      : registry.changeRollout({ ...target, percent: change.percent, actor });
  });
}
