import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from '../registry.ts';
import type { MuseumKey } from '../state/record.ts';
import type { Authorize } from './access.ts';
import { jsonBodyBytes, parseRequest } from './parse-request.ts';
import {
  grantBodySchema,
  museumParamsSchema,
  pinBodySchema,
  pinParamsSchema,
  rollbackBodySchema,
  rolloutBodySchema,
  rolloutChangeBodySchema,
  rolloutParamsSchema,
  setQuerySchema,
  unpinBodySchema,
} from './shapes.ts';

/** What a museum runs, and its pins. */
export function addMuseumRoutes(scope: FastifyInstance, registry: Registry, authorize: Authorize): void {
  const bodyLimit = jsonBodyBytes;
  scope.get('/museums/:museumId/set', async (request) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    authorize(request, 'read', undefined, museumId);
    const { visitor } = parseRequest(setQuerySchema, request.query);
    // A preview shows no grant, so the hour does not matter.
    return visitor === undefined
      ? registry.releaseSet(museumId)
      : registry.chooseSet({ museumId, visitorId: visitor, grants: [], avoid: [], now: 0 });
  });
  scope.put('/museums/:museumId/pins/:name', { bodyLimit }, async (request) => {
    const place = parseRequest(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', place.name, place.museumId);
    return registry.pin({ ...place, ...parseRequest(pinBodySchema, request.body), actor });
  });
  scope.delete('/museums/:museumId/pins/:name', { bodyLimit }, async (request) => {
    const place = parseRequest(pinParamsSchema, request.params);
    const actor = authorize(request, 'pin', place.name, place.museumId);
    return registry.unpin({ ...place, ...parseRequest(unpinBodySchema, request.body), actor });
  });
}

/** Rollouts, the way back, and grants. */
export function addRolloutRoutes(scope: FastifyInstance, registry: Registry, authorize: Authorize): void {
  const bodyLimit = jsonBodyBytes;

  /** A rollout is one thing: whoever may not touch one of its remotes may not touch it. */
  function authorizeRollout(request: FastifyRequest, museumId: MuseumKey, versions: Readonly<Record<string, string>>): string {
    let actor = authorize(request, 'rollout', undefined, museumId);
    for (const name of Object.keys(versions)) actor = authorize(request, 'rollout', name, museumId);
    return actor;
  }

  scope.post('/museums/:museumId/rollouts', { bodyLimit }, async (request, reply) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    // Before the body is judged: who may not, learns nothing.
    authorize(request, 'rollout', undefined, museumId);
    const start = parseRequest(rolloutBodySchema, request.body);
    const actor = authorizeRollout(request, museumId, start.versions);
    return reply.status(201).send(await registry.startRollout({ museumId, ...start, actor }));
  });
  scope.patch('/museums/:museumId/rollouts/:id', { bodyLimit }, async (request) => {
    const place = parseRequest(rolloutParamsSchema, request.params);
    const known = registry.listRollouts(place.museumId).find(({ id }) => id === place.id);
    const actor = authorizeRollout(request, place.museumId, known?.versions ?? {});
    const change = parseRequest(rolloutChangeBodySchema, request.body);
    return 'halt' in change
      ? registry.haltRollout({ ...place, reason: 'operator', actor })
      : registry.changeRollout({ ...place, percent: change.percent, actor });
  });
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
    const order = parseRequest(grantBodySchema, request.body);
    const actor = authorize(request, 'grant', order.remote, order.museumId);
    return reply.status(201).send(await registry.issueGrant({ ...order, actor }));
  });
}
