import { pingRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../http/exchange.ts';
import { GatewayFault } from '../http/gateway-fault.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { VisitOf } from './visit-of-request.ts';

export interface PingRouteOptions {
  museums: MuseumDirectory;
  upstream: Upstream;
  kbUrl: string;
  visitOf: VisitOf;
  pingMs: number;
}

/** Tailoring ended: wakes the knowledge base. Its answer is for the log alone, so nobody waits for it. */
export function registerPingRoute(app: FastifyInstance, { museums, upstream, kbUrl, visitOf, pingMs }: PingRouteOptions): void {
  app.post('/api/visits/ping', async (request, reply) => {
    const { museumId } = parseInput(pingRequestSchema, request.body);
    await museums.loadMuseum(museumId).catch(passUnlessUnknown);
    visitOf(request, reply);
    const call = { method: 'GET', url: `${kbUrl}/kb-querying/ping`, headers: { 'content-type': 'application/json' } } as const;
    upstream.call(call, { ms: pingMs }).then(
      ({ status }) => request.log.info({ upstream: 'knowledge-base', status }, 'pinged'),
      (error: unknown) => request.log.warn({ upstream: 'knowledge-base', err: error }, 'ping failed'),
    );
    return reply.code(204).send();
  });
}

/** While the middleware is down the museum is believed. */
function passUnlessUnknown(error: unknown): void {
  if (error instanceof GatewayFault && error.code === 'museum-not-found') throw error;
}
