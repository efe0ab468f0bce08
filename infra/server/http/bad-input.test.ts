import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { z } from 'zod';
import { readRaw, sendRaw } from '../gateway/testing/raw-request.ts';
import { foreignExhibitionId, museumId, unknownId, visit } from '../gateway/testing/samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../gateway/testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../gateway/testing/test-gateway.ts';
import { errorMessages } from './exchange.ts';

const chat = { visit, clientMessageId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', text: 'What is this?' };
const own = { 'x-enfilade': '1' };

describe('bad input', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstreams = await startScriptedUpstreams();
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin });
  });
  afterAll(async () => {
    expect((await gateway.get('/healthz')).json()).toEqual({ status: 'ok' });
    await gateway.close();
    await upstreams.close();
  });

  const expectError = (body: unknown, code: keyof typeof errorMessages) => {
    const error = z.strictObject(gatewayErrorSchema.shape).parse(body);
    expect([error.code, error.message]).toEqual([code, errorMessages[code]]);
  };
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    init: { headers?: Record<string, string>; body?: string } = {},
  ) => {
    const { statusCode: status, body } = await request(gateway.origin + url, { method, ...init });
    return { status, body: await body.json() };
  };
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    send('POST', '/api/chat', { body, headers: { ...own, ...headers } });

  it.each([
    ['a cookie of 20 kB', `GET / HTTP/1.1\r\nhost: a\r\ncookie: museumID=${'a'.repeat(20_000)}\r\n\r\n`],
    [
      'two hundred cookies',
      `GET /api/museums/${museumId} HTTP/1.1\r\nhost: a\r\ncookie: ${'tailoringAnswers=%7B%7D; '.repeat(2000)}\r\n\r\n`,
    ],
    ['a query of 64 kB', `GET /?museum=${'a'.repeat(64_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['a cookie of a megabyte', `GET / HTTP/1.1\r\nhost: a\r\ncookie: a=${'a'.repeat(1_000_000)}\r\n\r\n`],
  ])('a request with %s is refused with 431 in the standard error shape', async (_, bytes) => {
    const { status, body } = readRaw(await sendRaw(gateway.origin, bytes));
    expect(status).toBe(431);
    expectError(body, 'headers-too-large');
  });

  it.each(['/%', '/api/museums/%zz', '/remotes/landing/1.0.0/%c0%ae', '/static/%E0%A4%A'])(
    'the path %s is refused with 400',
    async (path) => {
      const { status, body } = readRaw(await sendRaw(gateway.origin, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`));
      expect(status).toBe(400);
      expectError(body, 'malformed');
    },
  );

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/chat',
    '/api/museums/',
    '/registry/nothing',
    '/metrics/all',
    '/static/js/none.js',
    '/media/x',
  ])('GET %s answers with a JSON error, never with the page', async (path) => {
    const { status, body } = await send('GET', path);
    expect(status).toBe(path === '/api/museums/' ? 400 : 404);
    expectError(body, path === '/api/museums/' ? 'malformed' : 'not-found');
  });

  it.each(['PUT', 'DELETE', 'POST'] as const)('%s on a route that serves only GET answers 404', async (method) => {
    const { status, body } = await send(method, `/api/museums/${museumId}`, { headers: own });
    expect(status).toBe(404);
    expectError(body, 'not-found');
  });

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=a' }],
    ['an invented type', { 'content-type': 'application/json+evil' }],
    ['(none)', {}],
  ])('a body with the content type %s is refused with 415', async (_, headers) => {
    const { status, body } = await post(JSON.stringify(chat), headers);
    expect(status).toBe(415);
    expectError(body, 'unsupported-type');
  });

  it('a body of 65 kB is refused with 413', async () => {
    const { status, body } = await post(JSON.stringify({ ...chat, text: 'a'.repeat(65_536) }));
    expect(status).toBe(413);
    expectError(body, 'too-large');
  });

  it.each([
    ['invalid JSON', '{'],
    ['no content', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a prototype', `{"__proto__": {"polluted": true}, ${JSON.stringify(chat).slice(1)}`],
    ['a prototype deeper down', JSON.stringify(chat).replace('"answers":{}', '"answers":{"__proto__":{"x":1}}')],
    ['a constructor', JSON.stringify(chat).replace('"answers":{}', '"answers":{"constructor":{"prototype":{"x":1}}}')],
    ['an unknown field', JSON.stringify({ ...chat, assistantOverrides: {} })],
    ['a chat id of its own', JSON.stringify({ ...chat, previousChatId: 'chat-1' })],
    ['an empty text', JSON.stringify({ ...chat, text: '   ' })],
    ['a text of 2,001 characters', JSON.stringify({ ...chat, text: 'a'.repeat(2001) })],
    ['an invalid message id', JSON.stringify({ ...chat, clientMessageId: '../1' })],
    ['an id in capitals', JSON.stringify({ ...chat, visit: { ...visit, museumId: museumId.toUpperCase() } })],
    ['an unknown question', JSON.stringify({ ...chat, visit: { ...visit, answers: { shoeSize: ['46'] } } })],
    ['an unknown language', JSON.stringify({ ...chat, visit: { ...visit, language: 'tlh' } })],
  ])('a chat body with %s is refused with 400 before any upstream call', async (_, text) => {
    const asked = upstreams.heard.length;
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expectError(body, 'malformed');
    expect(upstreams.heard.length).toBe(asked);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    ['an unknown museum', { museumId: unknownId }, 'museum-not-found'],
    ['an exhibition of another museum', { exhibitionId: foreignExhibitionId }, 'exhibition-not-found'],
  ] as const)('a chat about %s is refused with 404 before any chat call', async (_, change, code) => {
    const { status, body } = await post(JSON.stringify({ ...chat, visit: { ...visit, ...change } }));
    expect(status).toBe(404);
    expectError(body, code);
    expect(upstreams.count('/chat')).toBe(0);
  });

  it('a report of 1 MB is refused with 413, and 21 reports at once or a report of unknown kind with 400', async () => {
    const report = { remote: 'landing', version: '1.0.0', kind: 'loaded' };
    const reports = (list: unknown[]) => gateway.post('/api/reports', { sequence: 1, reports: list });
    expect((await reports([report])).status).toBe(204);
    expect((await reports(Array.from({ length: 21 }, () => report))).status).toBe(400);
    expect((await reports([{ ...report, kind: 'secret' }])).status).toBe(400);
    expect((await reports([{ ...report, code: 'a'.repeat(1_000_000) }])).status).toBe(413);
  });

  it('no log line contains query, cookie or text of a visitor', async () => {
    await gateway.get(`/?museum=${museumId}&question=private-query`, { cookie: 'museumID=private-cookie' });
    await gateway.post('/api/chat', { ...chat, text: 'private-text' }, { cookie: '__Host-visit=private-visit' });
    await post('{"text": "private-broken');
    expect(gateway.logged.join('')).not.toMatch(/private-|__Host-visit/);
    expect(gateway.logged.join('')).toContain('"route":"/api/chat","status":400');
  });
});
