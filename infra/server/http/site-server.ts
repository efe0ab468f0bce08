import { createServer, type Server } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { type Admission, type AdmissionLimits, createAdmission } from './admission.ts';
import { sendError } from './exchange.ts';
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

interface SiteServerOptions {
  publicOrigin?: string | undefined;
  trustedProxies?: readonly string[] | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Receives pages of the site that are refused because of a wrong PUBLIC_ORIGIN. */
  originWatch?: OriginWatch | undefined;
  metrics?: Metrics | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
  /** Called when answers under way must end. The ends of these answers are still sent. */
  onOverdue?: (() => void) | undefined;
}

const bodyLimitBytes = 64 * 1024;
const cutMs = 500;

/** The length of Node's queue of new connections. */
const queueLength = 511;

const defaultLimits = {
  waitMs: 120,
  // Twice the number of visits that one process must hold open.
  underWay: 4_000,
  /** Limits the request's head; `requestMs` limits the whole request. */
  headersMs: 15_000,
  // A recording of 2 MB takes 42 s at 400 kbit/s.
  requestMs: 75_000,
  /** A closing site still serves connected clients for this time, with `connection: close`. */
  farewellMs: 300,
  /** A closing site also accepts new connections for this time, so that a proxy notices the closing. */
  drainMs: 0,
  /** The time after the longer of `farewellMs` and `drainMs` until `onOverdue`. */
  overdueMs: 2_500,
} satisfies AdmissionLimits & Record<string, number>;
export type ServerLimits = typeof defaultLimits;

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
    // A busy machine may start slowly.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: createClientErrorAnswer({ log, clock, headers }),
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, headers);
      void sendError(error, request, reply);
    },
  });
  // Only JSON is accepted, because any page could send a form or plain text.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  registerSecurityHeaders(app, headers);
  registerRequestLog(app, metrics);
  registerStrictHead(app);
  closeInOrder(app, { ...options, limits, admission });
  registerForwardedAddresses(app);
  registerSameSiteGuard(app, publicOrigin, options.originWatch);
  return app;
}

function listenWith(listener: Parameters<typeof createServer>[1], { headersMs, requestMs }: ServerLimits): Server {
  // Node's default interval of 30 s is longer than the limits.
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
 * A connection that closes while a request is in flight looks like a failure to a browser or proxy. So the site serves every request with
 * `connection: close` for `farewellMs`, then refuses connections and lets begun answers end. Calls close later, by their own hook, because
 * their browsers must not reconnect to this process.
 */
function closeInOrder(app: FastifyInstance, { admission, clock, limits, onOverdue = () => {} }: Closing): void {
  const { server } = app;
  app.addHook('preClose', async () => {
    admission.close();
    const { drainMs } = limits;
    const farewellMs = Math.max(limits.farewellMs, drainMs);
    const cancels = [
      clock.after(farewellMs + limits.overdueMs, onOverdue),
      // An unused connection, or a client that does not read its answer, would delay the closing for most of a minute.
      clock.after(farewellMs + limits.overdueMs + cutMs, () => server.closeAllConnections()),
    ];
    server.once('close', () => {
      for (const cancel of cancels) cancel();
    });
    if (drainMs > 0 || (farewellMs > 0 && (await countConnections(server)) > 0)) {
      await new Promise<void>((resolve) => clock.after(farewellMs, resolve));
      // Node accepts one new connection a turn. Waiting for the whole queue leaves no connection behind in the queue.
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

/** Logs the route's template, never an id, query or cookie. Logs fast successful reading requests at `debug`. */
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

function isNews({ method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): boolean {
  return (method !== 'GET' && method !== 'HEAD') || statusCode >= 400 || elapsedTime > slowMs;
}
