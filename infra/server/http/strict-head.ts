import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GatewayFault } from './gateway-fault.ts';

/** Several times what browsers and their proxies send. Node drops what is above without a word. */
const mostHeaders = 200;

/**
 * What Node's parser lets pass although two servers in a row could read it in two ways: several hosts, headers
 * that were dropped, HTTP before 1.0. Needs a server without `requireHostHeader`, which would answer in words of
 * Node's. An expectation nobody knows is passed over, as its sender must allow.
 */
export function registerStrictHead(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders;
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const fault = findFault(request);
    if (fault) reply.header('connection', 'close');
    done(fault);
  });
}

function findFault({ raw }: FastifyRequest): GatewayFault | undefined {
  const { rawHeaders, httpVersion } = raw;
  if (rawHeaders.length >= 2 * mostHeaders) return new GatewayFault('headers-too-large');
  const hosts = countHosts(rawHeaders);
  const isClear = httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
  return isClear ? undefined : new GatewayFault('malformed');
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
