import type { FastifyInstance } from 'fastify';
import type { Registry } from '../registry.ts';
import type { Access } from './access.ts';
import { readTrail } from './audit-log.ts';
import { drawOverview, type OverviewFacts } from './overview.ts';
import { parseRequest } from './parse-request.ts';
import { auditQuerySchema, museumParamsSchema } from './shapes.ts';

/** What a museum runs besides its pins, what it ran before, and who changed what. */
export function addReadingRoutes(scope: FastifyInstance, registry: Registry, { authorize, scopeOf }: Access): void {
  scope.get('/museums/:museumId/rollouts', async (request) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    // A rollout names whichever remotes were tested together.
    authorize(request, 'read', '*', museumId);
    return { rollouts: registry.listRollouts(museumId) };
  });
  scope.get('/museums/:museumId/history', async (request) => {
    const { museumId } = parseRequest(museumParamsSchema, request.params);
    authorize(request, 'read', '*', museumId);
    return { sets: await registry.history(museumId) };
  });
  scope.get('/audit', async (request) => {
    const { after, museum } = parseRequest(auditQuerySchema, request.query);
    authorize(request, 'read', undefined, museum);
    return { records: await readTrail(registry, { scope: scopeOf(request), museumId: museum, after }) };
  });
}

/** All that the console shows first. */
export function addOverviewRoute(
  scope: FastifyInstance,
  { registry, access, facts }: { registry: Registry; access: Access; facts: OverviewFacts },
): void {
  scope.get('/overview', async (request) => {
    access.authorize(request, 'read', '*');
    return drawOverview(registry, access.scopeOf(request), facts);
  });
}
