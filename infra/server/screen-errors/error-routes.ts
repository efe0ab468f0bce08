import { museumKeySchema, screenErrorsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Access } from '../registry/api/access.ts';
import { parseRequest } from '../registry/api/requests.ts';
import type { ScreenErrorBook } from './screen-errors.ts';

const paramsSchema = z.object({ name: remoteNameSchema });
const querySchema = z.strictObject({ version: z.optional(remoteVersionSchema), museum: z.optional(museumKeySchema) });

/**
 * `GET /remotes/:name/errors?version=&museum=`: where a remote, or `host`, failed in the visits of a museum, or of all for
 * those who may see all, and what is left of its error budget there.
 */
export function addErrorRoutes(
  scope: FastifyInstance,
  { book, access }: { book: Pick<ScreenErrorBook, 'list' | 'budgetOf'>; access: Access },
): void {
  scope.get('/remotes/:name/errors', async (request) => {
    const { name } = parseRequest(paramsSchema, request.params);
    const { version, museum } = parseRequest(querySchema, request.query);
    access.authorize(request, 'read', name, museum ?? '*');
    const museumId = museum === '*' ? undefined : museum;
    const [errors, budget] = await Promise.all([book.list(name, { version, museumId }), book.budgetOf(name, museumId ?? '*')]);
    return screenErrorsSchema.parse({ errors, budget });
  });
}
