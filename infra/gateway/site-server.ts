import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { createClientErrorAnswer } from './http/client-error.ts';
import { registerErrorAnswers, sendFault } from './http/error-answers.ts';
import { GatewayFault } from './http/gateway-fault.ts';
import { registerRequestLog } from './http/request-log.ts';
import { registerSameSiteGuard } from './http/same-site-guard.ts';
import { registerSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts';

export interface SiteServerOptions {
  publicOrigin?: string | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
}

const bodyLimitBytes = 64 * 1024;
/** How long what is under way may take once the site closes. */
export const drainMs = 3_000;

/** A server without routes on which everything that holds for each of them is in place. */
export function createSiteServer({ publicOrigin, clock, log }: SiteServerOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    // Two megabytes of a recording take 42 s at 400 kbit/s.
    requestTimeout: 75_000,
    http: { headersTimeout: 15_000 },
    keepAliveTimeout: 65_000,
    trustProxy: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: createClientErrorAnswer({ log, clock }),
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, publicOrigin);
      void sendFault(error, request, reply);
    },
  });
  // JSON alone: a form or a text could be sent by any page.
  app.removeContentTypeParser('text/plain');
  registerErrorAnswers(app);
  registerSecurityHeaders(app, publicOrigin);
  registerRequestLog(app);
  refuseWhileClosing(app);
  drainInTime(app, clock);
  registerSameSiteGuard(app, publicOrigin);
  return app;
}

/** A request on a connection kept alive may come while the last answers go out. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_, reply) => {
    if (!isClosing) return;
    reply.header('connection', 'close');
    throw new GatewayFault('busy', { retryAfterSeconds: 1, reason: 'this site is closing' });
  });
}

/** A connection opened in advance, or a client that does not read its answer, would hold a closing server for most of a minute. */
function drainInTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('preClose', async () => {
    const cancel = clock.after(drainMs, () => app.server.closeAllConnections());
    app.server.once('close', cancel);
  });
}
