import { codeAnswerSchema, exhibitionAnswerSchema, museumAnswerSchema } from '@enfilade/shared-contracts/api/schemas';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { releaseSetSchema } from '@enfilade/shared-contracts/remote/release-set';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ReleaseSets } from '../gateway-options.ts';
import { parseInput, sendAnswer } from '../http/exchange.ts';
import { GatewayFault } from '../http/gateway-fault.ts';
import type { MuseumDirectory } from './museum-directory.ts';

const museumParamsSchema = z.object({ museumId: entityIdSchema });
const exhibitionParamsSchema = museumParamsSchema.extend({ exhibitionId: entityIdSchema });
const codeQuerySchema = z.object({ code: z.string().trim().min(1).max(64) });

/** Asked for again each time, but a preload of the page may be used. */
const alwaysAsk = (reply: FastifyReply) => reply.header('cache-control', 'private, no-cache');

/** Museums, exhibitions and release sets for the browser. */
export function registerMuseumRoutes(app: FastifyInstance, { museums, sets }: { museums: MuseumDirectory; sets: ReleaseSets }): void {
  app.get('/api/museums', async (request, reply) => {
    const { code } = parseInput(codeQuerySchema, request.query);
    const museumId = museums.findByCode(code);
    if (!museumId) throw new GatewayFault('museum-not-found');
    return sendAnswer(reply, codeAnswerSchema, { museumId });
  });

  app.get('/api/museums/:museumId', async (request, reply) => {
    const { museumId } = parseInput(museumParamsSchema, request.params);
    const museum = await museums.loadMuseum(museumId);
    return sendAnswer(alwaysAsk(reply), museumAnswerSchema, { museum, profile: museums.profileOf(museumId) });
  });

  app.get('/api/museums/:museumId/exhibitions/:exhibitionId', async (request, reply) => {
    const { museumId, exhibitionId } = parseInput(exhibitionParamsSchema, request.params);
    const exhibition = await museums.loadExhibition(museumId, exhibitionId);
    return sendAnswer(alwaysAsk(reply), exhibitionAnswerSchema, { exhibition });
  });

  app.get('/api/compositions/:museumId', async (request, reply) => {
    const { museumId } = parseInput(museumParamsSchema, request.params);
    return sendAnswer(alwaysAsk(reply), releaseSetSchema, sets.releaseSet(museumId));
  });
}
