import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whose tries are counted together. A proxy on this machine says for whom it asks in the last place of
 * X-Forwarded-For, the only one it wrote itself; from anywhere else the header says nothing. Of IPv6, the first 64 bits: the
 * rest is its owner's to choose.
 */
export function callerAddress({ socket, headers }: FastifyRequest): string {
  const direct = plain(socket.remoteAddress ?? '');
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  return networkOf(isThisMachine(direct) && isIP(forwarded) ? plain(forwarded) : direct);
}

/** IPv4 as a socket for both writes it. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function isThisMachine(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [front, back] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const groups = tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
