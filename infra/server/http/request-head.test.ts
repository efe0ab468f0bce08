import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { openEachTest } from '../gateway/testing/open-each-test.ts';
import { sendRaw } from '../gateway/testing/raw-request.ts';
import { museumId, visit } from '../gateway/testing/samples.ts';
import { createLog } from './create-log.ts';
import { requestIdOf } from './request-head.ts';
import { createSiteServer } from './site-server.ts';

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

function readAnswers(bytes: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = Buffer.from(bytes);
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`No answer: ${rest.toString()}`);
    const head = rest.subarray(0, end).toString();
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    answers.push({
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]),
      head,
      body: rest.subarray(end + 4, end + 4 + length).toString(),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

const end = 'host: a\r\nconnection: close\r\n\r\n';
const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\n${more}${end}`;
const post = (more: string, body = '') =>
  `POST /api/reports HTTP/1.1\r\nhost: a\r\nx-enfilade: 1\r\ncontent-type: application/json\r\nconnection: close\r\n${more}\r\n\r\n${body}`;
const smuggled = `GET /api/museums/${museumId} HTTP/1.1\r\nhost: a\r\n\r\n`;

/** The statuses are empty if the server closes the connection without an answer. */
const framing: [string, string, number[]][] = [
  ['a length, then chunks', post('content-length: 5\r\ntransfer-encoding: chunked', `0\r\n\r\n${smuggled}`), [400]],
  ['chunks, then a length', post('transfer-encoding: chunked\r\ncontent-length: 5', `0\r\n\r\n${smuggled}`), [400]],
  ['two lengths', post('content-length: 2\r\ncontent-length: 40', `{}${smuggled}`), [400]],
  ['the same length twice', post('content-length: 2\r\ncontent-length: 2', '{}'), [400]],
  ['a list of lengths', post('content-length: 2, 2', '{}'), [400]],
  ['a length with a sign', post('content-length: +2', '{}'), [400]],
  ['a length below nothing', post('content-length: -1', '{}'), [400]],
  ['a length in hexadecimal', post('content-length: 0x2', '{}'), [400]],
  ['a length beyond all numbers', post(`content-length: ${'9'.repeat(30)}`, '{}'), [400]],
  ['chunks that are not the last coding', post('transfer-encoding: chunked, identity', '0\r\n\r\n'), [400]],
  ['an unknown coding', post('transfer-encoding: xchunked', '0\r\n\r\n'), [400]],
  ['two codings', post('transfer-encoding: chunked\r\ntransfer-encoding: x', '0\r\n\r\n'), [400]],
  ['a space before the colon', post('transfer-encoding : chunked', '0\r\n\r\n'), [400]],
  ['a folded header', post('x-folded: a\r\n b: c\r\ncontent-length: 2', '{}'), [400]],
  ['a header that begins folded', `GET / HTTP/1.1\r\n folded: a\r\n${end}`, [400]],
  ['a chunk of no size', post('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk below nothing', post('transfer-encoding: chunked', '-2\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk beyond all numbers', post('transfer-encoding: chunked', `${'f'.repeat(17)}\r\n{}`), [400]],
  ['a chunk longer than it says', post('transfer-encoding: chunked', '1\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk extension of 20 kB', post('transfer-encoding: chunked', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), [413]],
  ['trailers of 20 kB', post('transfer-encoding: chunked', `2\r\n{}\r\n0\r\na: ${'a'.repeat(20_000)}\r\n\r\n`), [431]],
  ['lines that end with a line feed alone', 'GET /healthz HTTP/1.1\nhost: a\nconnection: close\n\n', [400]],
  ['a carriage return within a header', get('/healthz', 'a: b\rc: d\r\n'), [400]],
  ['a zero byte within a header', get('/healthz', 'a: b\0c\r\n'), [400]],
  ['a zero byte within a name', get('/healthz', 'a\0b: c\r\n'), [400]],
  ['a header without a name', get('/healthz', ': a\r\n'), [400]],
  ['a header of 20 kB', get('/healthz', `a: ${'a'.repeat(20_000)}\r\n`), [431]],
  ['two hundred headers', get('/healthz', 'a:\r\n'.repeat(200)), [431]],
  ['five thousand headers', get('/healthz', 'a:\r\n'.repeat(5_000)), [431]],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', [400]],
  ['two hosts', get('/healthz', 'host: b\r\n'), [400]],
  ['an expectation nobody knows', get('/healthz', 'expect: a-miracle\r\n'), [200]],
];

const lines: [string, string, number[]][] = [
  ['no HTTP at all', 'hello\r\n\r\n', [400]],
  ['a header without a colon', get('/healthz', 'broken header\r\n'), [400]],
  ['nothing but a line', '\r\n\r\n\r\nhello\r\n\r\n', [400]],
  ['HTTP before it had versions', 'GET /healthz\r\n\r\n', [400]],
  ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', [200]],
  ['HTTP/2 as it begins', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['an invented version', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n', [400]],
  ['TLS', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003', [400]],
  ['a method of 20 kB', `${'A'.repeat(20_000)} / HTTP/1.1\r\n${end}`, [400]],
  ['a method nobody knows', `MIRACLE / HTTP/1.1\r\n${end}`, [400]],
  ['a method in small letters', `get / HTTP/1.1\r\n${end}`, [400]],
  ['a method that shows what it was sent', `TRACE / HTTP/1.1\r\n${end}`, [403]],
  ['a tunnel', `CONNECT evil.example:443 HTTP/1.1\r\n${end}`, []],
  ['the whole server', `OPTIONS * HTTP/1.1\r\n${end}`, [404]],
  // RFC 9112 requires servers to accept an absolute address. The named host is not contacted.
  ['a whole address', get('http://evil.example/healthz'), [200]],
  ['a whole address of nothing', get('http://evil.example/api/none'), [404]],
  ['an address with another scheme', get('file:///etc/passwd'), [404]],
  ['an authority', get('evil.example:443'), [400]],
  ['a path with a space', get('/a b'), [400]],
  ['a path with a zero byte', get('/a\0b'), [400]],
  ['an encoded zero byte', get('/static/a%00.js'), [404]],
  ['a path that begins with another host', get('//evil.example/api/chat'), [404]],
  ['a query with half an encoding', get('/visit?%'), [200]],
  ['a museum of half a letter', get('/?museum=%E0%A4%A'), [200]],
  ['a path that begins with a port', get('//:0'), [404]],
  ['a path that begins with half a host', get('//['), [404]],
  ['a path that begins with a backslash', get('/\\evil.example'), [404]],
  ['encoded dots', get('/static/%2e%2e/index.html'), [404]],
  ['encoded dots and slashes', get('/media/museums/..%2f..%2fsecret.svg/logo.svg'), [404]],
  ['dots twice encoded', get('/remotes/landing/1.0.0/%252e%252e/%252e%252e/secret'), [404]],
  ['a tab for a space', `GET\t/healthz HTTP/1.1\r\n${end}`, [400]],
];

const site = openEachTest();
afterEach(async () => expect((await site.gateway.get('/healthz')).status).toBe(200));
const answersTo = async (bytes: string) => readAnswers(await sendRaw(site.gateway.origin, bytes));
const statusesTo = async (bytes: string) => (await answersTo(bytes)).map(({ status }) => status);

it.each([...framing, ...lines])(
  'a request with %s gets one answer in the standard error shape, or the connection closes',
  async (_, bytes, statuses) => {
    const answers = await answersTo(bytes);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { status, head, body } of answers) {
      if (status < 400 || head.includes('content-type: text/html')) continue;
      z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(body));
      expect(head).toMatch(/\r\nconnection: close/i);
    }
    expect(site.upstreams.heard).toEqual([]);
  },
);

it('a request to upgrade the protocol is refused with an empty 404', async () => {
  const bytes = get('/healthz', 'upgrade: h2c\r\nconnection: upgrade\r\n');
  expect(await answersTo(bytes)).toMatchObject([{ status: 404, body: '' }]);
});

it('pipelined requests are answered in order, and a request behind a refused request gets no answer', async () => {
  const kept = 'host: a\r\n\r\n';
  const bytes = `GET /healthz HTTP/1.1\r\n${kept}GET /api/none HTTP/1.1\r\n${kept}${get('/healthz')}`;
  expect(await statusesTo(bytes)).toEqual([200, 404, 200]);
  expect(await statusesTo(`${post('content-length: 2\r\ncontent-length: 2', '{}')}${get('/healthz')}`)).toEqual([400]);
});

it('naming a header in Connection does not hide the header from the checks', async () => {
  const head = 'host: a\r\nx-enfilade: 1\r\nsec-fetch-site: cross-site\r\ncontent-type: application/json\r\ncontent-length: 2\r\n';
  const bytes = `POST /api/reports HTTP/1.1\r\n${head}connection: close, sec-fetch-site, host\r\n\r\n{}`;
  expect(await statusesTo(bytes)).toEqual([403]);
});

it('no header of a visitor’s request is passed on to a service', async () => {
  const mine = 'authorization x-forwarded-for x-forwarded-host forwarded x-real-ip proxy-authorization referer user-agent';
  const headers = Object.fromEntries(mine.split(' ').map((name) => [name, 'visitors-own']));
  const chat = { visit, clientMessageId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', text: 'What is this?' };
  const { status } = await site.gateway.post('/api/chat', chat, { ...headers, cookie: 'a=visitors-own', te: 'trailers' });
  expect(status).toBe(200);
  expect(site.upstreams.heard.length).toBeGreaterThan(1);
  expect(JSON.stringify(site.upstreams.heard.map((one) => one.headers))).not.toMatch(/visitors-own|trailers/);
});

const uuid = '3f2b6a52-9c1d-4a3e-8f60-0d5c2b7e9a11';

itHolds('requestIdOf accepts any UUID that a browser creates', [fc.uuid()], (sent) => {
  expect(requestIdOf({ 'x-request-id': sent })).toBe(sent);
});

it.each([
  ['no id', undefined],
  ['an empty id', ''],
  ['capitals', uuid.toUpperCase()],
  ['braces', `{${uuid}}`],
  ['two ids', `${uuid}, ${uuid}`],
  ['a UUID with further characters', `${uuid}\u2028`],
  ['a word', 'my-request'],
])('requestIdOf creates a new id for %s', (_, sent) => {
  const made = requestIdOf({ 'x-request-id': sent });
  expect([made === sent, requestIdOf({ 'x-request-id': made })]).toEqual([false, made]);
});

it('requestIdOf creates a new id for any text that is not a UUID', () => {
  const given = new Set<string>();
  forAll(anyText(), (sent) => {
    const made = requestIdOf({ 'x-request-id': sent });
    expect([made, given.has(made)]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), false]);
    given.add(made);
  });
});

it('the request id is in the answer, in the error and in every log line', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const app = createSiteServer({ clock: createHandClock(), log });
  app.get('/broken', () => Promise.reject(new Error('broken')));
  const { headers, body } = await app.inject({ url: '/broken', headers: { 'x-request-id': uuid } });
  expect([headers['x-request-id'], gatewayErrorSchema.parse(JSON.parse(body)).requestId]).toEqual([uuid, uuid]);
  expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual([uuid, uuid]);
});
