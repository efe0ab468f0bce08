import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { sendRaw } from '../gateway/testing/raw-request.ts';
import { museumId, otherMuseumId, visit } from '../gateway/testing/samples.ts';
import { sendJson } from '../gateway/testing/scripted-server.ts';
import { chatPath, museumPath } from '../gateway/testing/scripted-upstreams.ts';
import { startTestGateway } from '../gateway/testing/test-gateway.ts';
import { addressOf, openWholeGateway, type Route, type WholeGateway } from '../gateway/testing/whole-gateway.ts';

type Headers = Record<string, string | string[] | undefined>;

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
};
const nothingRuns = "default-src 'none'; frame-ancestors 'none'";
const pageOnly = ['integrity-policy', 'permissions-policy', 'cross-origin-opener-policy'];
const unkept = ['no-store', 'no-store, no-transform', 'private, no-cache', 'no-cache'];

/** Headers for each kind of answer, in addition to the common ones; the first matching route or type applies. */
const kinds: { name: string; is(url: string, type: string): boolean; check(headers: Headers): void }[] = [
  {
    name: 'offline page',
    is: (url, type) => url.startsWith('/offline.html') && type.startsWith('text/html'),
    check(headers) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+';.* frame-ancestors 'none'/);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(headers['permissions-policy']).toMatch(/^microphone=\(\)/);
      expect(headers['cache-control']).toBe('no-cache, no-transform');
    },
  },
  {
    name: 'page',
    is: (_, type) => type.startsWith('text/html'),
    check(headers) {
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy.split('; ')).toContain(part);
      expect(policy.split('; ')).toContain("require-trusted-types-for 'script'");
      expect(policy.split('; ')).toContain("trusted-types enfilade-loader enfilade-remote enfilade-host default 'allow-duplicates'");
      expect(policy).not.toMatch(/unsafe-|strict-dynamic|\*|http:|daily/);
      expect(headers['set-cookie']).toMatch(/^visitorID=[0-9a-f]{16}; Max-Age=14400; Path=\/; SameSite=Lax; Secure$/);
      expect(headers).toMatchObject({
        'integrity-policy': 'blocked-destinations=(script)',
        'permissions-policy': expect.stringMatching(/^microphone=\(self\), camera=\(\), geolocation=\(\), display-capture=\(\)/),
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'private, no-cache, no-transform',
        vary: 'Cookie, Accept-Encoding',
      });
    },
  },
  {
    name: 'picture',
    is: (url, type) => url.startsWith('/media/') && type === 'image/svg+xml',
    check: (headers) => expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'; style-src 'unsafe-inline'"),
  },
  {
    name: 'worker',
    is: (url) => url.startsWith('/offline-worker.js'),
    check(headers) {
      expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
      expect(headers).toMatchObject({ 'cache-control': 'no-cache, no-transform', 'content-type': 'text/javascript; charset=utf-8' });
    },
  },
  {
    name: 'file',
    is: (url, type) => /^\/(?:static|remotes|voice|media|favicon)/.test(url) && !type.startsWith('application/json'),
    check(headers) {
      expect(headers['content-security-policy']).toBe(nothingRuns);
      expect(headers['cache-control']).toContain('no-transform');
    },
  },
  {
    name: 'answer',
    is: () => true,
    check(headers) {
      expect(headers['content-security-policy']).toBe(nothingRuns);
      expect(unkept).toContain(headers['cache-control']);
    },
  },
];

let whole: WholeGateway;
beforeAll(async () => {
  whole = await openWholeGateway({ publicOrigin: 'https://guide.example.org' });
});
afterAll(() => whole.close());

const check = (url: string, headers: Headers): string => {
  expect([url, headers]).toMatchObject([url, { ...always, 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  for (const told of ['server', 'x-powered-by', 'access-control-allow-origin']) expect([url, headers[told]]).toEqual([url, undefined]);
  const type = String(headers['content-type'] ?? '');
  const kind = kinds.find(({ is }) => is(url, type));
  kind?.check(headers);
  if (!kind?.name.endsWith('page')) for (const name of pageOnly) expect([url, headers[name]]).toEqual([url, undefined]);
  return kind?.name ?? '';
};
const ask = ({ method, url }: Route, headers: Record<string, string>, body?: string) =>
  whole.gateway.ask(method as 'GET', url, { headers, ...(body !== undefined && { body }) });

const own = { 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' };
const isReading = ({ method }: Route) => method === 'GET' || method === 'HEAD';
const tries = (route: Route): Record<string, string>[] => {
  const asSite = { ...own, cookie: whole.cookies };
  const bodies = ['application/json', 'text/plain'].map((type) => ({ ...asSite, 'content-type': type }));
  return isReading(route) ? [{}, asSite] : [{}, asSite, ...bodies];
};

it('every route sends the security headers for its kind of answer, also on refusals', async () => {
  const seen = new Map<string, Set<number>>();
  for (const route of whole.routes) {
    const url = addressOf(route);
    for (const headers of tries(route)) {
      const answer = await ask({ ...route, url }, headers, isReading(route) ? undefined : '{}');
      const kind = check(url, answer.headers);
      seen.set(kind, (seen.get(kind) ?? new Set()).add(answer.status));
    }
  }
  const served = [...seen].filter(([, statuses]) => statuses.has(200)).map(([kind]) => kind);
  expect(new Set(served)).toEqual(new Set(kinds.map(({ name }) => name)));
  for (const status of [400, 401, 403, 415]) expect(seen.get('answer')).toContain(status);
});

const sending = { ...own, 'content-type': 'application/json' };
const chat = JSON.stringify({ visit, clientMessageId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', text: 'What?' });
it.each<[number, Route, Record<string, string>, string | undefined]>([
  [404, { method: 'GET', url: '/api/none' }, {}, undefined],
  [404, { method: 'GET', url: '/nowhere' }, {}, undefined],
  [404, { method: 'PUT', url: '/api/museums/x' }, sending, '{}'],
  [400, { method: 'GET', url: '/static/%zz' }, {}, undefined],
  [400, { method: 'POST', url: '/api/chat' }, sending, '{'],
  [403, { method: 'POST', url: '/api/chat' }, {}, undefined],
  [413, { method: 'POST', url: '/api/chat' }, sending, `"${'a'.repeat(70_000)}"`],
  [415, { method: 'POST', url: '/api/chat' }, own, 'a'],
  [401, { method: 'GET', url: '/registry/v1/remotes' }, {}, undefined],
  [502, { method: 'POST', url: '/api/chat' }, sending, chat],
  [502, { method: 'GET', url: `/api/museums/${otherMuseumId}` }, {}, undefined],
])('an answer of status %i has the security headers', async (status, route, headers, body) => {
  for (const path of [chatPath, museumPath.replace(museumId, otherMuseumId)])
    whole.upstreams.on(path, (_, response) => sendJson(response, 500, { message: 'upstream secret' }));
  const answer = await ask(route, headers, body);
  expect([answer.status, answer.text.includes('secret')]).toEqual([status, false]);
  check(route.url, answer.headers);
  const isPage = String(answer.headers['content-type']).startsWith('text/html');
  if (!isPage) expect(gatewayErrorSchema.parse(JSON.parse(answer.text)).requestId).toBe(answer.headers['x-request-id']);
});

it.each([
  [431, `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`],
  [400, 'no HTTP\r\n\r\n'],
])('an answer of status %i to malformed HTTP has the security headers', async (status, bytes) => {
  const [head = '', body = ''] = (await sendRaw(whole.gateway.origin, bytes)).split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/, 2)));
  expect(line).toContain(` ${status} `);
  check('/', headers);
  expect(headers['x-request-id']).toBe(gatewayErrorSchema.parse(JSON.parse(body)).requestId);
});

it('only a site with TLS sends Strict-Transport-Security', async () => {
  const plain = await startTestGateway({ upstreamOrigin: whole.upstreams.origin });
  const { headers } = await plain.get('/');
  await plain.close();
  expect(headers['strict-transport-security']).toBeUndefined();
});
