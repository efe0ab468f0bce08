import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The id under which a request is in logs, errors and upstream: the browser's own when it sent a UUID in
 * lower case, so that a visitor's report and our log name the same thing; else a new one. Anything longer or
 * of other characters would put a foreign text into our log.
 */
export function requestIdOf({ 'x-request-id': sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && form.test(sent) ? sent : randomUUID();
}

/** What every answer carries. The page and the pictures replace the content policy by their own. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const onlyTls = { 'strict-transport-security': 'max-age=31536000' } as const;

export type SecurityHeaders = Readonly<Record<string, string>>;

export function createSecurityHeaders(publicOrigin: string | undefined): SecurityHeaders {
  return { ...headers, ...(publicOrigin?.startsWith('https://') && onlyTls) };
}

export function registerSecurityHeaders(app: FastifyInstance, always: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, always);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!/json|plain/.test(String(reply.getHeader('content-type') ?? 'plain'))) forbidTransform(reply);
    done();
  });
}

/**
 * Pages compare scripts and styles with hashes, recordings carry marks, and streams must not be held back: no proxy may "optimise"
 * any of them (RFC 9111, 5.2.2.6). Browsers compare the signed sets by their values, so a proxy may compress JSON.
 */
function forbidTransform(reply: FastifyReply): void {
  const control = reply.getHeader('cache-control');
  reply.header('cache-control', control === undefined ? 'no-transform' : `${String(control)}, no-transform`);
}

/** Also for answers that are given before any hook runs. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, always: SecurityHeaders): void {
  reply.headers(always).header('x-request-id', request.id);
}
