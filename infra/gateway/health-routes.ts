import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ReleaseSets } from './gateway-options.ts';
import { sendAnswer } from './http/exchange.ts';
import type { MiddlewareClient } from './upstream/middleware-client.ts';

const healthSchema = z.object({ status: z.literal('ok') });
const readinessSchema = z.object({ status: z.enum(['ready', 'not-ready']), problems: z.array(z.string()) });

/** `/healthz`: the process answers. `/readyz`: it can serve museums; 503 with the reasons otherwise. */
export function registerHealthRoutes(
  app: FastifyInstance,
  { middleware, sets }: { middleware: MiddlewareClient; sets: ReleaseSets },
): void {
  app.get('/healthz', (_, reply) => sendAnswer(reply, healthSchema, { status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const problems = [await middleware.findProblem(), findRegistryProblem(sets)].filter((problem) => problem !== undefined);
    const isReady = problems.length === 0;
    return sendAnswer(reply.code(isReady ? 200 : 503), readinessSchema, { status: isReady ? 'ready' : 'not-ready', problems });
  });
}

function findRegistryProblem(sets: ReleaseSets): string | undefined {
  try {
    return Object.keys(sets.releaseSet('*').remotes).length === 0 ? 'No remote is pinned' : undefined;
  } catch {
    return 'The registry is closed';
  }
}
