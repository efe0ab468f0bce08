import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core';
import { museumId, visit } from '../gateway/testing/samples.ts';
import { loginPath } from '../gateway/testing/scripted-upstreams.ts';
import { addressOf, openWholeGateway, type Route, type WholeGateway } from '../gateway/testing/whole-gateway.ts';

const publicOrigin = 'https://guide.example.org';
const reading = new Set(['GET', 'HEAD']);
const sdkRoute = '/api/voice/call/web';
const json = { 'content-type': 'application/json' };
const report = { remote: 'landing', version: '1.0.0', kind: 'loaded' };
const uuid = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';

/** Bodies that would take effect if the request were accepted. All other routes get an empty body, which answers 400. */
const effective: Record<string, unknown> = {
  '/api/chat': { visit, clientMessageId: uuid, text: 'What is this?' },
  '/api/questions': { visit, lines: [], asked: [] },
  '/api/translations': { museumId, from: 'en', to: 'de', lines: ['Good day.'] },
  '/api/visits/ping': { museumId },
  '/api/reports': { sequence: 1, reports: [report] },
  '/api/speech/:voiceId': { visit, text: 'Good day.' },
  '/registry/v1/museums/:museumId/pins/:name': { version: '1.0.0', expected: null },
};

let whole: WholeGateway;
const reports: unknown[] = [];
beforeAll(async () => {
  whole = await openWholeGateway({ publicOrigin, onReport: (facts) => void reports.push(facts) });
});
afterAll(() => whole.close());

const isTeams = ({ url }: Route) => url.startsWith('/registry/v1/');
const writing = () => whole.routes.filter((route) => !reading.has(route.method) && !isTeams(route));
const takesIdentity = ({ url }: Route) => url.endsWith('/remotes/:name/token');
const teams = () => whole.routes.filter((route) => !reading.has(route.method) && isTeams(route) && !takesIdentity(route));
const send = async (route: Route, headers: Record<string, string>, body?: string) => {
  const answer = await whole.gateway.ask(route.method as 'POST', addressOf(route), { headers, ...(body && { body }) });
  return { ...answer, setCookie: answer.headers['set-cookie'] };
};
const act = (route: Route, headers: Record<string, string>) =>
  send(route, { ...json, ...headers }, JSON.stringify(effective[route.url] ?? {}));
const traces = async () => [whole.upstreams.heard.length, reports.length, await whole.journalLength()];

const refuse = async (routes: readonly Route[], headers: Record<string, string>, expected: [number, string]) => {
  const before = await traces();
  for (const route of routes) {
    const { status, text, setCookie } = await act(route, headers);
    const { code } = gatewayErrorSchema.parse(JSON.parse(text));
    expect([route.method, route.url, status, code, setCookie]).toEqual([route.method, route.url, ...expected, undefined]);
  }
  expect(await traces()).toEqual(before);
};

it('the matrix of this test contains the known writing routes', () => {
  const names = (routes: readonly Route[]) => routes.map(({ method, url }) => `${method} ${url}`);
  const posts = ['chat', 'questions', 'reports', 'speech/:voiceId', 'transcriptions', 'visits/ping', 'voice/calls/:callId/renewal'];
  const known = [...posts.map((url) => `POST /api/${url}`), `POST ${sdkRoute}`, 'DELETE /api/voice/calls/:callId'];
  expect(names(writing())).toEqual(expect.arrayContaining([...known, 'POST /api/operators/session', 'DELETE /api/operators/session']));
  expect(names(teams())).toEqual(
    expect.arrayContaining(['PUT /registry/v1/museums/:museumId/pins/:name', 'POST /registry/v1/remotes/:name/versions']),
  );
});

const foreign: [string, Record<string, string>][] = [
  ['without the header', {}],
  ['with another value of the header', { 'x-enfilade': 'true' }],
  ['from another site', { 'x-enfilade': '1', 'sec-fetch-site': 'cross-site' }],
  ['from a neighbouring site', { 'x-enfilade': '1', 'sec-fetch-site': 'same-site' }],
  ['from nowhere', { 'x-enfilade': '1', 'sec-fetch-site': 'none' }],
  ['of another origin', { 'x-enfilade': '1', origin: 'https://evil.example' }],
  ['of an origin that begins alike', { 'x-enfilade': '1', origin: `${publicOrigin}.evil.example` }],
  ['of an origin with another scheme', { 'x-enfilade': '1', origin: publicOrigin.replace('https', 'http') }],
  ['of a hidden origin', { 'x-enfilade': '1', origin: 'null' }],
  ['of an empty origin', { 'x-enfilade': '1', origin: '' }],
  ['of a broken origin', { 'x-enfilade': '1', origin: 'http://' }],
  ['with a bearer token that is not the SDK’s', { authorization: 'Bearer visitor' }],
  ['with the SDK’s header from another site', { authorization: 'Bearer visit', 'sec-fetch-site': 'cross-site' }],
  ['with the SDK’s header of another origin', { authorization: 'Bearer visit', origin: 'https://evil.example' }],
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['as a form with files', { 'content-type': 'multipart/form-data; boundary=a' }],
  ['as plain text', { 'content-type': 'text/plain' }],
  ['with the method in a header', { 'x-http-method-override': 'GET' }],
];

it.each(foreign)('every writing route refuses a request %s with 403 and does nothing', async (_, headers) => {
  await refuse(writing(), headers, [403, 'forbidden']);
  await refuse(writing(), { ...headers, cookie: whole.cookies }, [403, 'forbidden']);
});

it.each(['application/x-www-form-urlencoded', 'text/plain', 'text/plain;charset=application/json', 'application/xml', ''])(
  'every writing route refuses a body of the type "%s" with 415, even from the site itself',
  async (type) => {
    const before = await traces();
    for (const route of writing()) {
      const { status } = await send(route, { 'x-enfilade': '1', 'content-type': type }, JSON.stringify(effective[route.url] ?? {}));
      expect([route.url, status]).toEqual([route.url, 415]);
    }
    expect(await traces()).toEqual(before);
  },
);

it('every writing route accepts the site’s public origin and the address of the request', async () => {
  for (const origin of [publicOrigin, whole.gateway.origin]) {
    for (const route of writing().filter(({ method }) => method !== 'DELETE')) {
      const { status } = await send(route, { ...json, 'x-enfilade': '1', origin, 'sec-fetch-site': 'same-origin' }, '{}');
      // A recording must be a form, so JSON is an unsupported type. A renewal has no body to validate.
      const expected = { '/api/transcriptions': 415, '/api/voice/calls/:callId/renewal': 404 }[route.url] ?? 400;
      expect([route.url, status]).toEqual([route.url, expected]);
    }
  }
});

it('only the SDK’s route accepts the SDK’s header in place of the site’s header', async () => {
  const headers = { ...json, authorization: 'Bearer visit', origin: whole.gateway.origin, 'sec-fetch-site': 'same-origin' };
  for (const route of writing())
    expect([route.url, (await send(route, headers, '{}')).status]).toEqual([route.url, route.url === sdkRoute ? 400 : 403]);
});

it('writing to an unknown route is refused', async () => {
  for (const url of ['/api/nothing', '/registry/v1/../../api/chat', '/registry/v1/..%2f..%2fapi/chat', '/registry/v1//api/chat'])
    expect([url, [401, 403, 404].includes((await act({ method: 'POST', url }, {})).status)]).toEqual([url, true]);
});

it('every writing route of the registry requires a token, whatever other headers a request has', async () => {
  await refuse(teams(), {}, [401, 'unauthorized']);
  await refuse(teams(), { 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' }, [401, 'unauthorized']);
  await refuse(teams(), { authorization: 'Bearer visit', cookie: whole.cookies }, [401, 'unauthorized']);
});

it.each(foreign.filter(([, headers]) => !('authorization' in headers)))(
  'every writing route of the registry refuses an operator’s session %s',
  async (_, headers) => {
    await refuse(teams(), { ...headers, cookie: whole.cookies }, [403, 'forbidden']);
  },
);

it('a route of the registry accepts a token without the site’s header from any origin', async () => {
  const pin = teams().find(({ url }) => url.endsWith('/pins/:name')) as Route;
  const answer = await act(pin, { authorization: `Bearer ${whole.token}`, origin: 'https://ci.example', 'sec-fetch-site': 'cross-site' });
  expect([answer.status, answer.setCookie]).toEqual([200, undefined]);
});

it('a reading route writes nothing, for strangers, operators and tokens', async () => {
  const { gateway, upstreams, routes, cookies, token } = whole;
  const journal = await whole.journalLength();
  gateway.clock.turn(6 * 60_000);
  const from = upstreams.heard.length;
  for (const route of routes.filter(({ method }) => reading.has(method))) {
    const operator = { cookie: cookies, 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' };
    for (const headers of [{}, operator, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
      // A page sets a random number for a new visitor, which nothing else uses.
      const { setCookie = 'visitorID=' } = await send(route, headers);
      expect([route.url, setCookie]).toEqual([route.url, expect.stringMatching(/^visitorID=/)]);
    }
  }
  expect(await whole.journalLength()).toBe(journal);
  // Reading records from services requires a login, which is the only POST.
  expect(upstreams.heard.slice(from).filter(({ method, path }) => method !== 'GET' && path !== loginPath)).toEqual([]);
});

describe('a wrong PUBLIC_ORIGIN', () => {
  let whole: WholeGateway;
  afterEach(() => whole.close());
  const origin = 'https://guide.museum.example';
  const ask = async (headers: Record<string, string>) => (await whole.gateway.post('/api/visits/ping', { museumId }, headers)).status;
  const problems = async () =>
    (await whole.gateway.get('/readyz')).json<{ problems: string[] }>().problems.filter((one) => /PUBLIC_ORIGIN/.test(one));

  it.each([
    ['no PUBLIC_ORIGIN', {}, /or have the proxy pass on Host$/],
    ['another PUBLIC_ORIGIN', { publicOrigin }, /PUBLIC_ORIGIN is https:\/\/guide\.example\.org$/],
  ])('with %s, a refusal of the site’s own page is in the log and at /readyz until a page is accepted', async (_, options, sentence) => {
    whole = await openWholeGateway(options);
    await ask({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(await problems()).toEqual([]);
    expect([await ask({ origin, 'sec-fetch-site': 'same-origin' }), await ask({ origin })]).toEqual([403, 403]);
    expect(await problems()).toEqual([expect.stringMatching(sentence)]);
    expect(whole.gateway.logged.filter((line) => line.includes('Set PUBLIC_ORIGIN'))).toHaveLength(1);
    expect(await ask({ origin: whole.gateway.origin })).not.toBe(403);
    expect(await problems()).toEqual([]);
  });
});
