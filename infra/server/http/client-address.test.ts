import { isIP } from 'node:net';
import { forAll, forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type FastifyBaseLogger, type FastifyRequest, fastify } from 'fastify';
import { createLog } from './create-log.ts';
import { clientAddress, registerForwardedAddresses } from './request-head.ts';

/** The client address of a request from a peer, with trusted proxies and a forwarded header. */
async function addressOf(remoteAddress: string, trusted: readonly string[], forwarded?: string): Promise<string> {
  const app = fastify({ trustProxy: trusted.length > 0 ? [...trusted] : false });
  registerForwardedAddresses(app);
  app.get('/', (request) => Promise.resolve(clientAddress(request)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress, headers })).body;
}

const peer = '203.0.113.7';
const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48'];

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001::6', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('clientAddress of %s is %s', async (remote, address) => {
  expect(await addressOf(remote, [])).toBe(address);
});

it('clientAddress is the same for all addresses of an IPv6 /64 network', async () => {
  const of = (address: string) => clientAddress({ ip: address } as FastifyRequest);
  const group = fc.integer({ min: 0, max: 65_535 }).map((number) => number.toString(16));
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
  forAll(half, half, half, (network, one, other) => {
    fc.pre(!network.startsWith('0:0:'));
    expect(of(`${network}:${one}`)).toBe(of(`${network}:${other}`));
    expect(of(`${network}:${one}`)).toBe(`${network}::/64`);
  });
});

it('clientAddress of an untrusted peer is the peer’s own address, whatever header the peer sends', async () => {
  const hop = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('10.0.0.1', '127.0.0.1', 'unknown', '_hidden', ' ', '::ffff:10.0.0.1'));
  const forwarded = fc.array(hop, { maxLength: 5 }).map((hops) => hops.join(', '));
  await forAllAsync(forwarded, async (text) => {
    expect(await addressOf(peer, proxies, text)).toBe(peer);
    expect(await addressOf(peer, [], text)).toBe(peer);
  });
});

it.each([
  ['one proxy', '10.0.0.1', peer, peer],
  ['one proxy over IPv6', '2001:db8:ffff::9', '2001:db8:1:2::3', '2001:db8:1:2::/64'],
  ['a proxy on a socket for both', '::ffff:10.0.0.1', peer, peer],
  ['two proxies', '10.0.0.1', `${peer}, 10.9.9.9`, peer],
  ['hops that the visitor forged', '10.0.0.1', `198.51.100.1, 10.0.0.5, ${peer}, 10.9.9.9`, peer],
  ['a visitor who forges a hop of the trusted network', '10.0.0.1', `10.0.0.5, ${peer}`, peer],
  ['a proxy that forwards no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['no address before the second proxy', '10.0.0.1', 'unknown, 10.9.9.9', '10.9.9.9'],
  ['a proxy without the header', '10.0.0.1', undefined, '10.0.0.1'],
])('clientAddress behind trusted proxies is the last untrusted hop: %s', async (_, remote, forwarded, address) => {
  expect(await addressOf(remote, proxies, forwarded)).toBe(address);
});

it('clientAddress is the same for every notation of the hops’ addresses', async () => {
  const forms = (address: string) =>
    isIP(address) === 4
      ? [address, `${address}:4000`, `${address}:`, `::ffff:${address}`, `[::ffff:${address}]:4000`, `::ffff:${address}:4000`]
      : [address, address.toUpperCase(), `[${address}]`, `[${address}]:4000`, `${address}%eth0`, `[${address}%25eth0]:4000`];
  const form = (address: string) =>
    fc
      .tuple(fc.constantFrom(...forms(address)), fc.constantFrom('', '"'), fc.constantFrom('', ' ', '\t'))
      .map(([text, quote, space]) => `${space}${quote}${text}${quote}${space}`);
  const hops = fc
    .tuple(
      fc.constantFrom(peer, '2001:db8:1:2::3'),
      fc.constantFrom('10.9.9.9', '2001:db8:ffff::9'),
      fc.constantFrom('', 'unknown,', '198.51.100.1:80,'),
    )
    .chain(([visitor, proxy, before]) =>
      fc.tuple(form(visitor), form(proxy)).map((texts) => ({ visitor, forwarded: `${before}${texts.join(',')}` })),
    );
  await fc.assert(
    fc.asyncProperty(hops, async ({ visitor, forwarded }) => {
      expect(await addressOf('10.0.0.1', proxies, forwarded)).toBe(visitor === peer ? peer : '2001:db8:1:2::/64');
    }),
    { numRuns: 200, seed: 30 },
  );
});

it('clientAddress behind an untrusted proxy is the proxy’s address, and the log names TRUSTED_PROXIES once', async () => {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const app = fastify({ loggerInstance });
  registerForwardedAddresses(app);
  app.get('/', (request) => Promise.resolve(clientAddress(request)));
  const ask = async (remoteAddress: string) => (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': peer } })).body;
  expect([await ask('9.9.9.9'), lines.length]).toEqual(['9.9.9.9', 0]);
  expect([await ask('10.0.0.1'), await ask('10.0.0.1'), lines.length]).toEqual(['10.0.0.1', '10.0.0.1', 1]);
  expect(lines[0]).toContain('TRUSTED_PROXIES');
});

it('clientAddress is the proxy’s address if the forwarded hop is not a valid address', async () => {
  for (const text of '_hidden unknown:80 [::1 [] :80 1.2.3 1.2.3.4:http 2001:db8::1::2 guide.example.org:443 "'.split(' '))
    expect(await addressOf('10.0.0.1', proxies, text)).toBe('10.0.0.1');
});

it('clientAddress is "unknown" if the connection was closed early', () => {
  expect(clientAddress({ ip: undefined } as unknown as FastifyRequest)).toBe('unknown');
});
