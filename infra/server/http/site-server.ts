import { createServer, type Server } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { type Admission, type AdmissionLimits, createAdmission } from './admission.ts';
import { registerErrorHandler, sendError, usualRetrySeconds } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import {
  createClientErrorAnswer,
  createSecurityHeaders,
  registerForwardedAddresses,
  registerSecurityHeaders,
  registerStrictHead,
  requestIdOf,
  setSecurityHeaders,
} from './request-head.ts';
import { type OriginWatch, registerSameSiteGuard } from './same-site-guard.ts';

export interface SiteServerOptions {
  publicOrigin?: string | undefined;
  /** Whose X-Forwarded-For is believed: addresses or ranges. */
  trustedProxies?: readonly string[] | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Hears of pages that are refused by the operator's settings. */
  originWatch?: OriginWatch | undefined;
  /** Absent: nothing is counted. */
  metrics?: Metrics | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
  /** Called when what is under way must end: answers that are broken off now are still sent. */
  onOverdue?: (() => void) | undefined;
}

const bodyLimitBytes = 64 * 1024;
/** From when on what is under way is broken off until the last connection is cut. */
const cutMs = 500;

/** New connections that Node lets wait. */
const queueLength = 511;

const defaultLimits = {
  waitMs: 120,
  // Twice the visits one process is to hold open.
  underWay: 4_000,
  /** For the head of a request, and for all of it, from its first byte on. */
  headersMs: 15_000,
  // Two megabytes of a recording take 42 s at 400 kbit/s.
  requestMs: 75_000,
  /** Time for which a closing site continues to serve connected clients, with `connection: close`. */
  farewellMs: 300,
  /** The same for every client, so that a proxy notices meanwhile. */
  drainMs: 0,
  /** How long after that what is under way is broken off. */
  overdueMs: 2_500,
} satisfies AdmissionLimits & Record<string, number>;
export type ServerLimits = typeof defaultLimits;

/** A server without routes on which everything that holds for each of them is in place. */
export function createSiteServer(options: SiteServerOptions): FastifyInstance {
  const { publicOrigin, trustedProxies = [], clock, log, metrics, serverLimits } = options;
  const limits: ServerLimits = { ...defaultLimits, ...serverLimits };
  const headers = createSecurityHeaders(publicOrigin);
  const admission = createAdmission({
    limits,
    headers: Object.entries(headers).flat(),
    onShed: () => metrics?.count('enfilade_shed_total', {}),
  });
  metrics?.watch('enfilade_requests_in_flight', admission.underWay);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers: sent }) => requestIdOf(sent),
    bodyLimit: bodyLimitBytes,
    serverFactory: (handle) => listenWith(admission.guard(handle), limits),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    return503OnClosing: false,
    // A busy machine starts slowly, and no less well.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: createClientErrorAnswer({ log, clock, headers }),
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, headers);
      void sendError(error, request, reply);
    },
  });
  // JSON alone: a form or a text could be sent by any page.
  app.removeContentTypeParser('text/plain');
  registerErrorHandler(app);
  registerSecurityHeaders(app, headers);
  registerRequestLog(app, metrics);
  registerRetryAfter(app);
  registerStrictHead(app);
  closeInOrder(app, { ...options, limits, admission });
  registerForwardedAddresses(app);
  registerSameSiteGuard(app, publicOrigin, options.originWatch);
  return app;
}

function listenWith(listener: Parameters<typeof createServer>[1], { headersMs, requestMs }: ServerLimits): Server {
  // Node looks for connections that took too long every half minute by default.
  const connectionsCheckingInterval = Math.min(headersMs, requestMs) / 3;
  return createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval,
      requireHostHeader: false,
    },
    listener,
  );
}

interface Closing extends Pick<SiteServerOptions, 'clock' | 'onOverdue'> {
  admission: Admission;
  limits: ServerLimits;
}

/**
 * A connection that is closed while a request is on its way to it looks broken to a browser or a proxy. So for a while
 * every request is served with `connection: close`; only then idle connections are closed and no new ones accepted, and
 * what was begun may end. Calls are closed later, by their own hook: their browsers must not come back to this process.
 */
function closeInOrder(app: FastifyInstance, { admission, clock, limits, onOverdue = () => {} }: Closing): void {
  const { server } = app;
  app.addHook('preClose', async () => {
    admission.close();
    const { drainMs } = limits;
    const farewellMs = Math.max(limits.farewellMs, drainMs);
    const cancels = [
      clock.after(farewellMs + limits.overdueMs, onOverdue),
      // A connection opened in advance, or a client that does not read its answer, would hold a closing server for most of a minute.
      clock.after(farewellMs + limits.overdueMs + cutMs, () => server.closeAllConnections()),
    ];
    server.once('close', () => {
      for (const cancel of cancels) cancel();
    });
    if (drainMs > 0 || (farewellMs > 0 && (await countConnections(server)) > 0)) {
      await new Promise<void>((resolve) => clock.after(farewellMs, resolve));
      // With thousands this takes a while, and Node accepts one new connection a turn, so none may be left in the closing queue.
      server.closeIdleConnections();
      for (let turn = 0; turn < queueLength; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    admission.endConnections();
    server.close();
  });
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}

const slowMs = 1_000;

/**
 * Counts every answer, and writes one line for it: nothing of it but the route's template, so no id, no query,
 * no cookie is ever written. What was read quickly and well is logged at `debug` only.
 */
function registerRequestLog(app: FastifyInstance, metrics: Metrics | undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? 'unknown';
    metrics?.answered(route, method, status, elapsedTime);
    const level = isNews(request, reply) ? 'info' : 'debug';
    request.log[level]({ method, route, status, milliseconds: Math.round(elapsedTime) }, 'request');
    done();
  });
}

/** Adds the header to other 503s, such as that of a site that is not ready; our errors set it themselves. */
function registerRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', (_, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(usualRetrySeconds));
    done();
  });
}

function isNews({ method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): boolean {
  return (method !== 'GET' && method !== 'HEAD') || statusCode >= 400 || elapsedTime > slowMs;
}
