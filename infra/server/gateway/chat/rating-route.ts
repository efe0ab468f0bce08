import { ratingRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../../http/exchange.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { checkVisit } from '../visits/check-visit.ts';
import type { VisitOf } from '../visits/visit-of-request.ts';

export interface RatingRouteOptions {
  museums: MuseumDirectory;
  visitOf: VisitOf;
}

/** `POST /api/ratings`: what visitors think of answers, for the log; who they are does not stand there. */
export function registerRatingRoute(app: FastifyInstance, { museums, visitOf }: RatingRouteOptions): void {
  app.post('/api/ratings', async (request, reply) => {
    const { visit, messageId, rating } = parseInput(ratingRequestSchema, request.body);
    const { museumId, exhibitionId } = visit;
    const { consent } = await checkVisit(visit, museums);
    visitOf(request, reply, { museumId, consent });
    request.log.info({ museumId, exhibitionId, messageId, rating }, 'an answer was rated');
    return reply.code(204).send();
  });
}
