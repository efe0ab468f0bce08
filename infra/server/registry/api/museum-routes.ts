import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from '../registry.ts';
import type { Access } from './access.ts';
import type { MuseumFacts } from './action-routes.ts';
import { museumParamsSchema, parseRequest, setQuerySchema } from './requests.ts';

/** What a museum runs and ran. */
export function addMuseumRoutes(scope: FastifyInstance, registry: Registry, { authorize, assertMuseum }: Access & MuseumFacts): void {
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
