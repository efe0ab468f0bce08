import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

const slowMs = 1_000;

/**
 * Counts every answer, and writes one line for it: nothing of it but the route's template, so no id, no query,
 * no cookie is ever written. What was read quickly and well is told only to who asks for `debug`.
 */
export function registerRequestLog(app: FastifyInstance, metrics: Metrics | undefined): void {
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
