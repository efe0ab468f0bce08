import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { errorBody, HttpError } from './exchange.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Keeps a lower-case UUID, so that a visitor's report and our log have the same id. Other texts stay out of the log. */
export function requestIdOf({ 'x-request-id': sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && form.test(sent) ? sent : randomUUID();
}

/** Pages and pictures replace the content policy. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const onlyTls = { 'strict-transport-security': 'max-age=31536000' } as const;

type SecurityHeaders = Readonly<Record<string, string>>;

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
 * RFC 9111, 5.2.2.6. Pages verify scripts and styles by hash, recordings carry watermarks, and streams must not be buffered. A proxy may
 * compress JSON, because browsers verify signed sets by their values.
 */
function forbidTransform(reply: FastifyReply): void {
  const control = reply.getHeader('cache-control');
  reply.header('cache-control', control === undefined ? 'no-transform' : `${String(control)}, no-transform`);
}

/** Exported for answers that are sent before any hook runs. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, always: SecurityHeaders): void {
  reply.headers(always).header('x-request-id', request.id);
}

const codes: Record<string, GatewayErrorCode> = { HPE_HEADER_OVERFLOW: 'headers-too-large', HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large' };
const reasons: Record<number, string> = { 400: 'Bad Request', 413: 'Payload Too Large', 431: 'Request Header Fields Too Large' };
const lingerMs = 1000;

interface ClientErrorOptions {
  log: FastifyBaseLogger;
  clock: Clock;
  headers: SecurityHeaders;
}

/**
 * For requests that Node refuses before routing (headers above 16 kB, broken HTTP). Reads and discards the rest of the request for 1 s,
 * because resetting the connection would lose the answer.
 */
export function createClientErrorAnswer({ log, clock, headers }: ClientErrorOptions) {
  const always = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = codes[error.code ?? ''] ?? 'malformed';
    const requestId = randomUUID();
    log.info({ requestId, code, status: gatewayErrorStatus[code] }, 'request refused');
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(code, requestId, always));
    socket.resume();
    const cancel = clock.after(lingerMs, () => socket.destroy());
    socket.once('close', cancel);
  };
}

function rawAnswer(code: GatewayErrorCode, requestId: string, always: readonly string[]): string {
  const status = gatewayErrorStatus[code];
  const body = JSON.stringify(errorBody(new HttpError(code), requestId));
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...always,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Several times the number of headers that browsers and proxies send. Node silently drops further headers. */
const mostHeaders = 200;

/**
 * Two servers in a row could read such heads differently. The server must not set `requireHostHeader`, which would send Node's own error.
 * An unknown expectation is ignored, as HTTP allows.
 */
export function registerStrictHead(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders;
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const error = findProblem(request);
    if (error) reply.header('connection', 'close');
    done(error);
  });
}

function findProblem({ raw }: FastifyRequest): HttpError | undefined {
  const { rawHeaders, httpVersion } = raw;
  if (rawHeaders.length >= 2 * mostHeaders) return new HttpError('headers-too-large');
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length;
  const isClear = httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
  return isClear ? undefined : new HttpError('malformed');
}

/**
 * An IPv4 address, or the first 64 bits of an IPv6 address, because the owner chooses the other bits. Behind TRUSTED_PROXIES, the last
 * untrusted hop of X-Forwarded-For, or the proxy if that hop is not an address. 'unknown' once the connection is closed.
 */
export function clientAddress(request: FastifyRequest): string {
  const { ips = [request.ip] } = request;
  const hop = ips.findLast((address) => isIP(address ?? '') !== 0);
  if (hop === undefined) return 'unknown';
  // A socket for both protocols writes IPv4 addresses as IPv6.
  const address = ipaddr.process(hop);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString();
}

/**
 * Azure, IIS and HAProxy forward `198.51.100.1:4000` and `[2001:db8::1]:4000`; other proxies write quotes as in `Forwarded`. Fastify reads
 * bare addresses only.
 */
export function registerForwardedAddresses(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _, done) => {
    const { headers } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(bareAddress).join(', ');
    if (!isWarned && forwarded !== undefined && isUntrustedProxy(request)) {
      isWarned = true;
      request.log.warn(
        'A proxy that TRUSTED_PROXIES does not name forwards addresses, so all visitors of the proxy share one limit. Add the proxy to TRUSTED_PROXIES',
      );
    }
    done();
  });
}

/** A peer in a private network is a proxy. Visitors who send the header themselves have public addresses. */
function isUntrustedProxy({ ip, ips }: FastifyRequest): boolean {
  return (ips?.length ?? 1) === 1 && isIP(ip ?? '') !== 0 && ipaddr.process(ip).range() !== 'unicast';
}

function bareAddress(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[(.+)\](?::\d*)?$/.exec(text) ?? [];
  return inBrackets ?? (isIP(text) === 0 ? text.replace(/:\d*$/, '') : text);
}
