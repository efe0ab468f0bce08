import { pingRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../../http/exchange.ts';
import { GatewayFault } from '../../http/gateway-fault.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../museums/settings-files.ts';
import { type KnowledgeBase, pingKnowledgeBase } from './ping-knowledge-base.ts';
import type { VisitOf } from './visit-of-request.ts';

export interface PingRouteOptions {
  museums: MuseumDirectory;
  settings: SettingsFiles;
  knowledgeBase: KnowledgeBase;
  visitOf: VisitOf;
}

/**
 * Tailoring ended: wakes the knowledge base and fetches what the conversation about to begin will need. Nobody
 * waits for either, and what goes wrong is for the log alone.
 */
export function registerPingRoute(app: FastifyInstance, { museums, settings, knowledgeBase, visitOf }: PingRouteOptions): void {
  app.post('/api/visits/ping', async (request, reply) => {
    const { museumId } = parseInput(pingRequestSchema, request.body);
    await museums.loadMuseum(museumId).catch(passUnlessUnknown);
    visitOf(request, reply, { museumId });
    pingKnowledgeBase(knowledgeBase, request.id).then(
      (status) => request.log.info({ upstream: 'knowledge-base', status }, 'pinged'),
      (error: unknown) => request.log.warn({ upstream: 'knowledge-base', err: error }, 'ping failed'),
    );
    settings.preload(museumId);
    return reply.code(204).send();
  });
}

/** While the middleware is down the museum is believed. */
function passUnlessUnknown(error: unknown): void {
  if (error instanceof GatewayFault && error.code === 'museum-not-found') throw error;
}
