import { pingRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../http/exchange.ts';
import { GatewayFault } from '../http/gateway-fault.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../upstream/settings-files.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { VisitOf } from './visit-of-request.ts';

export interface PingRouteOptions {
  museums: MuseumDirectory;
  settings: SettingsFiles;
  upstream: Upstream;
  kbUrl: string;
  visitOf: VisitOf;
  pingMs: number;
}

/**
 * Tailoring ended: wakes the knowledge base and fetches what the conversation about to begin will need. Nobody
 * waits for either, and what goes wrong is for the log alone.
 */
export function registerPingRoute(app: FastifyInstance, { museums, settings, upstream, kbUrl, visitOf, pingMs }: PingRouteOptions): void {
  app.post('/api/visits/ping', async (request, reply) => {
    const { museumId } = parseInput(pingRequestSchema, request.body);
    await museums.loadMuseum(museumId).catch(passUnlessUnknown);
    visitOf(request, reply);
    const call = { method: 'GET', url: `${kbUrl}/kb-querying/ping`, headers: { 'content-type': 'application/json' } } as const;
    upstream.call(call, { ms: pingMs }).then(
      ({ status }) => request.log.info({ upstream: 'knowledge-base', status }, 'pinged'),
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
