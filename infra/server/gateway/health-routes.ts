import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendResponse } from '../http/exchange.ts';
import type { Metrics } from '../http/metrics.ts';
import type { MiddlewareClient } from './museums/middleware-client.ts';
import type { ReleaseSets } from './museums/release-sets.ts';
import type { SettingsFiles } from './museums/settings-files.ts';

const healthSchema = z.object({ status: z.literal('ok') });
const readinessSchema = z.object({ status: z.enum(['ready', 'not-ready']), problems: z.array(z.string()) });

export interface HealthOptions {
  middleware: MiddlewareClient;
  settings: SettingsFiles;
  sets: ReleaseSets;
  metrics: Metrics;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve museums; 503 with the reasons otherwise. A settings
 * file that cannot be had is named and changes nothing: screens and text work without it. `/metrics`: counts and
 * times in Prometheus' text format, none of which identifies a visitor.
 */
export function registerHealthRoutes(app: FastifyInstance, { middleware, settings, sets, metrics }: HealthOptions): void {
  app.get('/healthz', (_, reply) => sendResponse(reply, healthSchema, { status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const grave = [await middleware.findProblem(), findRegistryProblem(sets)].filter((problem) => problem !== undefined);
    const isReady = grave.length === 0;
    const problems = [...grave, settings.problem()].filter((problem) => problem !== undefined);
    return sendResponse(reply.code(isReady ? 200 : 503), readinessSchema, { status: isReady ? 'ready' : 'not-ready', problems });
  });

  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text()),
  );
}

function findRegistryProblem(sets: ReleaseSets): string | undefined {
  try {
    return Object.keys(sets.releaseSet('*').remotes).length === 0 ? 'No remote is pinned' : undefined;
  } catch {
    return 'The registry is closed';
  }
}
