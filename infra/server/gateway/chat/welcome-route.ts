import { welcomeRequestSchema, welcomeResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { requireAssistant } from '../guide/require-assistant.ts';
import { firstMessageOf } from '../guide/visit-values.ts';
import { parseInput, sendAnswer } from '../../http/exchange.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { checkVisit } from '../visits/check-visit.ts';

/**
 * `POST /api/welcome`: the exhibition's first words for this visitor. It begins no visit: its cookie could
 * arrive after that of a question asked meanwhile, and the chat that began there would be lost.
 */
export function registerWelcomeRoute(app: FastifyInstance, museums: MuseumDirectory): void {
  app.post('/api/welcome', async (request, reply) => {
    const asked = parseInput(welcomeRequestSchema, request.body);
    const visit = await checkVisit(asked.visit, museums);
    return sendAnswer(reply, welcomeResponseSchema, { text: firstMessageOf(visit, requireAssistant(visit, request.log)) });
  });
}
