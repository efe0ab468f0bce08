import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { chatBody } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { getRaw, readRaw, sendRaw } from '../testing/raw-request.ts';
import { exhibitionId, museumId, visit } from '../testing/samples.ts';
import { speechBody } from '../testing/speech-client.ts';
import { callBody, callRoute } from '../testing/voice-client.ts';

/** Ids that would change the target of a request if the gateway put them into an address unchanged. @param port an inner server's */
const corpus = (port: number): string[] => [
  ...['..%2f..%2fauth%2flogin', '..%2F', '%2e%2e%2f', '..%5c..%5c', '..%252f..%252fauth', '..;%2fauth', `${museumId}%2f..%2f..`],
  ...[`${museumId}%00`, `%00${museumId}`, `${museumId}%0d%0aHost:%20127.0.0.1:${port}`],
  `%0d%0a%0d%0aGET%20http:%2f%2f127.0.0.1:${port}%2f%20HTTP%2f1.1`,
  ...['@127.0.0.1', 'user:pass@127.0.0.1', `${museumId}@127.0.0.1`, '%5c%5c127.0.0.1', '\\\\127.0.0.1'].map((host) => `${host}:${port}`),
  ...['%2f%2f127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', 'localhost'].map((host) => `${host}:${port}`),
  ...['[::ffff:127.0.0.1]', '%5b::ffff:7f00:1%5d'].map((host) => `${host}:${port}`),
  ...[`http:%2f%2f127.0.0.1:${port}%2f`, '169.254.169.254', '169.254.169.254%2flatest%2fmeta-data', '[fd00:ec2::254]'],
  ...[`${museumId.slice(0, -1)}%3f`, `${museumId.slice(0, -1)}%23`, museumId.toUpperCase()],
  ...['x', '%00', "'--", 'a'.repeat(250), `${museumId}0`, `%ef%bc%8e%ef%bc%8e%ef%bc%8f${museumId}`],
];

const site = openEachTest();
let inner: Server;
let hits = 0;
let ids: string[];
beforeAll(async () => {
  inner = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  inner.on('connection', () => {
    hits += 1;
  });
  await new Promise<void>((resolve) => inner.listen(0, resolve));
  ids = corpus((inner.address() as AddressInfo).port);
});
afterAll(() => void inner.close());

const expectNothingAsked = () => expect([hits, site.upstreams.heard]).toEqual([0, []]);

it.each([
  ['a museum', (id: string) => `/api/museums/${id}`],
  ['an exhibition', (id: string) => `/api/museums/${museumId}/exhibitions/${id}`],
  ['an exhibition’s museum', (id: string) => `/api/museums/${id}/exhibitions/${exhibitionId}`],
  ['a set', (id: string) => `/api/compositions/${id}`],
])('a malformed id in the address of %s is refused with 400, without a call', async (_, pathOf) => {
  for (const id of ids) {
    const { status, body } = readRaw(await getRaw(site.gateway, pathOf(id)));
    expect([id, status, gatewayErrorSchema.parse(body).code]).toEqual([id, 400, 'malformed']);
  }
  expectNothingAsked();
});

it.each([
  ['a museum', (id: string) => ({ ...visit, museumId: id })],
  ['an exhibition', (id: string) => ({ ...visit, exhibitionId: id })],
])('a malformed id of %s in a body is refused with 400, plain and encoded, without a call', async (_, visitOf) => {
  const bodies = (asked: ReturnType<typeof visitOf>): [url: string, body: object, headers?: Record<string, string>][] => [
    ['/api/chat', chatBody({ visit: asked })],
    ['/api/questions', { visit: asked, lines: [], asked: [] }],
    ['/api/speech/en-1', speechBody('Hello.', asked)],
    [callRoute, callBody({ visit: asked }), { authorization: 'Bearer visit' }],
  ];
  for (const id of [...ids, ...ids.map(decodeURIComponent)]) {
    for (const [url, body, headers] of bodies(visitOf(id))) {
      const { status } = await site.gateway.post(url, body, headers);
      expect([url, id, status]).toEqual([url, id, 400]);
    }
  }
  expectNothingAsked();
});

it('a malformed voice id is refused with 400 or 404, without a call', async () => {
  for (const id of ids) {
    const body = JSON.stringify(speechBody());
    const head = `POST /api/speech/${id} HTTP/1.1\r\nHost: ${new URL(site.gateway.origin).host}\r\nConnection: close\r\nX-Enfilade: 1`;
    const bytes = `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { status } = readRaw(await sendRaw(site.gateway.origin, bytes));
    expect([400, 404]).toContain(status);
  }
  const paths = site.upstreams.heard.map(({ path }) => path);
  expect([hits, paths.filter((path) => path.includes('text-to-speech'))]).toEqual([0, []]);
});
