import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterEach, expect, it } from '@rstest/core';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { openEachTest } from '../gateway/testing/open-each-test.ts';
import { getRaw, readRaw, sendRaw } from '../gateway/testing/raw-request.ts';
import { foreignExhibitionId, museumId, muteExhibitionId, unknownId, visit } from '../gateway/testing/samples.ts';
import type { TestGateway } from '../gateway/testing/test-gateway.ts';
import { errorMessages } from './exchange.ts';

const chat = { visit, clientMessageId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', text: 'What is this?' };
const own = { 'x-enfilade': '1' };

const site = openEachTest();
afterEach(async () => expect((await site.gateway.get('/healthz')).json()).toEqual({ status: 'ok' }));

const expectRefusal = ({ status, body }: { status: number; body: unknown }, expected: number, code: keyof typeof errorMessages) => {
  const error = z.strictObject(gatewayErrorSchema.shape).parse(body);
  expect([status, error.code, error.message]).toEqual([expected, code, errorMessages[code]]);
};
const send = async (method: Dispatcher.HttpMethod, url: string, init?: Parameters<TestGateway['ask']>[2]) => {
  const { status, text } = await site.gateway.ask(method, url, init);
  return { status, body: JSON.parse(text) };
};
const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  send('POST', '/api/chat', { body, headers: { ...own, ...headers } });

it.each([
  ['a cookie of 20 kB', `GET / HTTP/1.1\r\nhost: a\r\ncookie: museumID=${'a'.repeat(20_000)}\r\n\r\n`],
  ['two thousand cookies', `GET /api/museums/${museumId} HTTP/1.1\r\nhost: a\r\ncookie: ${'answers=%7B%7D; '.repeat(2000)}\r\n\r\n`],
  ['a query of 64 kB', `GET /?museum=${'a'.repeat(64_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
  ['a cookie of a megabyte', `GET / HTTP/1.1\r\nhost: a\r\ncookie: a=${'a'.repeat(1_000_000)}\r\n\r\n`],
])('a request with %s is refused with 431 in the standard error shape', async (_, bytes) => {
  expectRefusal(readRaw(await sendRaw(site.gateway.origin, bytes)), 431, 'headers-too-large');
});

it.each(['/%', '/api/museums/', '/api/museums/%zz', '/remotes/landing/1.0.0/%c0%ae', '/static/%E0%A4%A'])(
  'the path %s is refused with 400',
  async (path) => {
    expectRefusal(readRaw(await getRaw(site.gateway, path)), 400, 'malformed');
  },
);

it.each<[Dispatcher.HttpMethod, string]>([
  ...['', '/', '/nothing', '/chat'].map((path): ['GET', string] => ['GET', `/api${path}`]),
  ...['/registry/nothing', '/metrics/all', '/static/js/none.js', '/media/x'].map((path): ['GET', string] => ['GET', path]),
  ...(['PUT', 'DELETE', 'POST'] as const).map((method): [typeof method, string] => [method, `/api/museums/${museumId}`]),
  ['POST', '/visit'],
])('%s %s responds with 404 and a JSON error, never with the page', async (method, path) =>
  expectRefusal(await send(method, path, { headers: own }), 404, 'not-found'),
);

it.each([
  ['text/plain', { 'content-type': 'text/plain' }],
  ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['multipart', { 'content-type': 'multipart/form-data; boundary=a' }],
  ['an invented type', { 'content-type': 'application/json+evil' }],
  ['(none)', {}],
])('a body with the content type %s is refused with 415', async (_, headers) => {
  expectRefusal(await post(JSON.stringify(chat), headers), 415, 'unsupported-type');
});

it('a body of 65 kB is refused with 413', async () =>
  expectRefusal(await post(JSON.stringify({ ...chat, text: 'a'.repeat(65_536) })), 413, 'too-large'));

it.each([
  ['invalid JSON', '{'],
  ['no content', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a prototype', `{"__proto__": {"polluted": true}, ${JSON.stringify(chat).slice(1)}`],
  ['a prototype deeper down', JSON.stringify(chat).replace('"answers":{}', '"answers":{"__proto__":{"x":1}}')],
  ['a constructor', JSON.stringify(chat).replace('"answers":{}', '"answers":{"constructor":{"prototype":{"x":1}}}')],
  ['an unknown field', JSON.stringify({ ...chat, assistantOverrides: {} })],
  ['an empty text', JSON.stringify({ ...chat, text: '   ' })],
  ['a text of 2,001 characters', JSON.stringify({ ...chat, text: 'a'.repeat(2001) })],
  ['an invalid message id', JSON.stringify({ ...chat, clientMessageId: '../1' })],
  ['an id in capitals', JSON.stringify({ ...chat, visit: { ...visit, museumId: museumId.toUpperCase() } })],
  ['an unknown question', JSON.stringify({ ...chat, visit: { ...visit, answers: { shoeSize: ['46'] } } })],
  ['an unknown language', JSON.stringify({ ...chat, visit: { ...visit, language: 'tlh' } })],
])('a chat body with %s is refused with 400 before any upstream call', async (_, text) => {
  expectRefusal(await post(text), 400, 'malformed');
  expect(site.upstreams.heard).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

it.each([
  ['an unknown museum', { museumId: unknownId }, 'museum-not-found'],
  ['an exhibition of another museum', { exhibitionId: foreignExhibitionId }, 'exhibition-not-found'],
  ['an exhibition without an assistant', { exhibitionId: muteExhibitionId }, 'exhibition-not-found'],
] as const)('a chat about %s is refused with 404 before any chat call', async (_, change, code) => {
  expectRefusal(await post(JSON.stringify({ ...chat, visit: { ...visit, ...change } })), 404, code);
  expect(site.upstreams.count('/chat')).toBe(0);
});

it('a report of 1 MB is refused with 413, and 21 reports at once or a report of unknown kind with 400', async () => {
  const report = { remote: 'landing', version: '1.0.0', kind: 'loaded' };
  const reports = (list: unknown[]) => site.gateway.post('/api/reports', { sequence: 1, reports: list });
  expect((await reports([report])).status).toBe(204);
  expect((await reports(Array.from({ length: 21 }, () => report))).status).toBe(400);
  expect((await reports([{ ...report, kind: 'secret' }])).status).toBe(400);
  expect((await reports([{ ...report, code: 'a'.repeat(1_000_000) }])).status).toBe(413);
});

it('no log line contains query, cookie or text of a visitor', async () => {
  await site.gateway.get(`/?museum=${museumId}&question=private-query`, { cookie: 'museumID=private-cookie' });
  await site.gateway.post('/api/chat', { ...chat, text: 'private-text' }, { cookie: '__Host-visit=private-visit' });
  await post('{"text": "private-broken');
  expect(site.gateway.logged.join('')).not.toMatch(/private-|__Host-visit/);
  expect(site.gateway.logged.join('')).toContain('"route":"/api/chat","status":400');
});
