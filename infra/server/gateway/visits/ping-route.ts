import { pingRequestSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { SettingsFiles } from '../museums/settings-files.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { VisitOf } from './visit-of-request.ts';

interface KnowledgeBase {
  upstream: Upstream;
  kbUrl: string;
  pingMs: number;
}

/**
 * Wakes the knowledge base. Resolves with the status it answered; what it says beside is not read.
 * @throws HttpError `upstream-failed`, `upstream-timeout`
 */
async function pingKnowledgeBase({ upstream, kbUrl, pingMs }: KnowledgeBase, requestId?: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'GET', url: `${kbUrl}/kb-querying/ping`, headers, requestId, isRepeatable: true } as const;
  return (await upstream.call(call, { ms: pingMs })).status;
}

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
  if (error instanceof HttpError && error.code === 'museum-not-found') throw error;
}
