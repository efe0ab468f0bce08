import { pingRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../museums/settings-files.ts';
import { readStatus } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { VisitOf } from './visit-cookie.ts';

export interface PingRouteOptions {
  upstream: Upstream;
  knowledgeBase: Upstreams['knowledgeBase'];
  pingMs: number;
  museums: MuseumDirectory;
  settings: SettingsFiles;
  visitOf: VisitOf;
}

/**
 * Tailoring ended: wakes the knowledge base and fetches what the conversation about to begin will need. Nobody
 * waits for either, and what failed is for the log alone.
 */
export function registerPingRoute(app: FastifyInstance, options: PingRouteOptions): void {
  const { museums, settings, visitOf } = options;
  app.post('/api/visits/ping', async (request, reply) => {
    const { museumId } = parseInput(pingRequestSchema, request.body);
    await museums.loadMuseum(museumId).catch(passUnlessUnknown);
    visitOf(request, reply, { museumId });
    pingKnowledgeBase(options, request.id).then(
      (status) => request.log.info({ upstream: 'knowledge-base', status }, 'pinged'),
      (error: unknown) => request.log.warn({ upstream: 'knowledge-base', err: error }, 'ping failed'),
    );
    settings.preload(museumId);
    return reply.code(204).send();
  });
}

/** While the middleware is down the museum is believed. */
function passUnlessUnknown(error: unknown): void {
  if (error instanceof HttpError && error.code === 'museum-not-found') throw error;
}

/** Resolves with the status it answered. @throws HttpError `upstream-failed`, `upstream-timeout` */
function pingKnowledgeBase({ upstream, knowledgeBase, pingMs }: PingRouteOptions, requestId: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'GET', url: `${knowledgeBase.url}/kb-querying/ping`, headers, requestId, isRepeatable: true } as const;
  return upstream.ask(call, { limitMs: pingMs, read: readStatus });
}
