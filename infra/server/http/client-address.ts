import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whose requests are counted together: IPv4 as it is; of IPv6 the first 64 bits, `2001:db8:0:1::/64`, for the rest
 * is its owner's to choose. What X-Forwarded-For says counts as far as TRUSTED_PROXIES goes: the last hop that is
 * none of them. Where even that is no address, the proxy that sent it stands for it. 'unknown' once the line is cut.
 */
export function clientAddress(request: FastifyRequest): string {
  const { ips = [request.ip] } = request;
  const address = ips.findLast((hop) => isIP(hop ?? '') !== 0);
  if (address === undefined) return 'unknown';
  return isIP(address) === 4 ? address : networkOf(groupsOf(address));
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // URL writes every form of it alike: lower case, no dots, no zeros in front.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [front = [], back] = hostname.slice(1, -1).split('::').map(listOf);
  return back === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}

const listOf = (text: string) => (text === '' ? [] : text.split(':'));

/** IPv4 written as IPv6, as a socket for both writes it, is IPv4. */
function networkOf(groups: string[]): string {
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}
