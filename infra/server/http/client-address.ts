import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Whose requests are counted together: IPv4 as it is; of IPv6 the first 64 bits, `2001:db8:0:1::/64`, for the rest
 * its owner may choose. What X-Forwarded-For says counts as far as TRUSTED_PROXIES goes: the last hop that is
 * none of them. Where even that is no address, the proxy that sent it counts. 'unknown' once the connection is closed.
 */
export function clientAddress(request: FastifyRequest): string {
  const { ips = [request.ip] } = request;
  const hop = ips.findLast((address) => isIP(address ?? '') !== 0);
  if (hop === undefined) return 'unknown';
  // IPv4 written as IPv6, as a socket for both writes it, is IPv4.
  const address = ipaddr.process(hop);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString();
}

/**
 * Azure, IIS and HAProxy forward `198.51.100.1:4000` and `[2001:db8::1]:4000`, others write quotes as in `Forwarded`.
 * Fastify reads addresses alone: for a hop in another form it would neither trust the proxy nor count the visitor.
 */
export function registerForwardedAddresses(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _, done) => {
    const { headers } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(bareAddress).join(', ');
    if (!isWarned && forwarded !== undefined && isUntrustedProxy(request)) {
      isWarned = true;
      request.log.warn('A proxy forwards addresses that are not believed, so all its visitors share one limit. Name it in TRUSTED_PROXIES');
    }
    done();
  });
}

/** A visitor may send the header, too, but hardly from a network of one's own. */
function isUntrustedProxy({ ip, ips }: FastifyRequest): boolean {
  return (ips?.length ?? 1) === 1 && isIP(ip ?? '') !== 0 && ipaddr.process(ip).range() !== 'unicast';
}

function bareAddress(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[(.+)\](?::\d*)?$/.exec(text) ?? [];
  return inBrackets ?? (isIP(text) === 0 ? text.replace(/:\d*$/, '') : text);
}
