import type { FastifyInstance } from 'fastify';
import type { Registry } from '../registry.ts';
import type { Authorize } from './access.ts';
import { jsonBodyBytes, parseRequest } from './parse-request.ts';
import { museumParamsSchema, pinBodySchema, pinParamsSchema, setQuerySchema, unpinBodySchema } from './shapes.ts';

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
