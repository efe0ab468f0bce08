import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { fetch, request } from 'undici';
import { createProxyAgent, ProxyAddressError } from './kit.ts';

let proxy: Server;
let asked: string[];
beforeEach(async () => {
  asked = [];
  proxy = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    response.end('from the proxy');
  });
  proxy.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => void proxy.close());

const host = () => `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
/** Sends a request and returns the requests that the proxy received, whether or not the request succeeds. */
async function ask(url: string, env: Record<string, string>): Promise<string[]> {
  asked = [];
  const agent = createProxyAgent({}, env);
  await request(url, { dispatcher: agent }).then(
    ({ body }) => body.dump(),
    () => undefined,
  );
  await agent.close();
  return asked;
}

it.each(['HTTP_PROXY', 'http_proxy'])('%s, with or without a scheme, gets the requests to http', async (name) => {
  for (const address of [`http://${host()}`, host()])
    expect(await ask('http://guide.internal.test/registry', { [name]: address })).toEqual(['GET http://guide.internal.test/registry']);
});

it.each(['HTTPS_PROXY', 'https_proxy'])('%s gets tunnels to https and no requests to http', async (name) => {
  expect(await ask('https://guide.internal.test/', { [name]: `http://${host()}` })).toEqual(['CONNECT guide.internal.test:443']);
  expect(await ask('http://127.0.0.1:1/', { [name]: `http://${host()}` })).toEqual([]);
});

it.each([
  ['guide.internal.test', 'http://guide.internal.test:1/'],
  ['.internal.test', 'http://guide.internal.test:1/'],
  ['other.test, internal.test', 'http://guide.internal.test:1/'],
  ['guide.internal.test:1', 'http://guide.internal.test:1/'],
  ['guide.internal.test.', 'http://guide.internal.test:1/'],
  ['internal.test.:1', 'http://guide.internal.test:1/'],
  ['::ffff:7f00:1', 'http://[::ffff:7f00:1]:1/'],
  ['*', 'http://guide.internal.test:1/'],
  ['other.test', 'http://127.0.0.1:1/'],
  ['', 'http://[::1]:1/'],
  ['', 'http://localhost:1/'],
])('NO_PROXY=%s keeps %s off the proxy', async (noProxy, url) => {
  expect(await ask(url, { HTTP_PROXY: host(), NO_PROXY: noProxy })).toEqual([]);
});

it('fetch uses the proxy of createProxyAgent', async () => {
  const agent = createProxyAgent({}, { HTTP_PROXY: host() });
  expect(await (await fetch('http://guide.internal.test/', { dispatcher: agent })).text()).toBe('from the proxy');
  await agent.close();
});

it.each(['HTTP_PROXY', 'https_proxy'])('an invalid %s is refused with the setting’s name and without the value', (name) => {
  for (const address of ['http://name:pass@[', 'socks5://name:pass@proxy.test:1080', 'http://name:pass@proxy.test:port'])
    expect(() => createProxyAgent({}, { [name]: address })).toThrow(
      new ProxyAddressError(`${name.toUpperCase()} must be the address of a proxy such as http://proxy.example.org:3128`),
    );
});
