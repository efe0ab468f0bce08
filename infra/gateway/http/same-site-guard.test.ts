import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const publicOrigin = 'https://guide.example.org';
const reading = new Set(['GET', 'HEAD']);

describe('every writing route', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  const routes: { method: string; url: string }[] = [];
  beforeAll(async () => {
    upstreams = await startScriptedUpstreams();
    const options = {
      publicOrigin,
      onRoute: (route: { method: string; url: string }) => void routes.push(route),
      registryRoutes: (app: TestGateway['app']) => void app.put('/registry/v1/museums/:id/pins/:name', async () => ({ reached: true })),
    };
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options });
  });
  afterAll(async () => {
    await gateway.close();
    await upstreams.close();
  });

  const writing = () => routes.filter(({ method, url }) => !reading.has(method) && !url.startsWith('/registry/v1/'));
  const send = async ({ method, url }: { method: string; url: string }, headers: Record<string, string>) => {
    const { statusCode, body } = await request(gateway.origin + url, {
      method: method as 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    return { status: statusCode, text: await body.text() };
  };

  it('is in the table the matrix is made from', () => {
    expect(writing().map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining([
        'POST /api/chat',
        'POST /api/questions',
        'POST /api/reports',
        'POST /api/visits/ping',
        'POST /api/voice/call/web',
        'POST /api/voice/calls/:callId/renewal',
        'DELETE /api/voice/calls/:callId',
      ]),
    );
  });

  it.each([
    ['without the header', {}],
    ['with another value of the header', { 'x-enfilade': 'true' }],
    ['from another site', { 'x-enfilade': '1', 'sec-fetch-site': 'cross-site' }],
    ['from a neighbouring site', { 'x-enfilade': '1', 'sec-fetch-site': 'same-site' }],
    ['from nowhere', { 'x-enfilade': '1', 'sec-fetch-site': 'none' }],
    ['of another origin', { 'x-enfilade': '1', origin: 'https://evil.example' }],
    ['of an origin that begins alike', { 'x-enfilade': '1', origin: `${publicOrigin}.evil.example` }],
    ['of a hidden origin', { 'x-enfilade': '1', origin: 'null' }],
    ['of a broken origin', { 'x-enfilade': '1', origin: 'http://' }],
    ['with a bearer token that is not the SDK’s', { authorization: 'Bearer visitor' }],
    ['with the SDK’s header from another site', { authorization: 'Bearer visit', 'sec-fetch-site': 'cross-site' }],
    ['with the SDK’s header of another origin', { authorization: 'Bearer visit', origin: 'https://evil.example' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
  ])('refuses a request %s', async (_, headers) => {
    for (const route of writing()) {
      const { status, text } = await send(route, headers);
      expect([route.url, status, gatewayErrorSchema.parse(JSON.parse(text)).code]).toEqual([route.url, 403, 'forbidden']);
    }
  });

  it('lets the site itself pass, by its public origin and by the address it was reached at', async () => {
    for (const origin of [publicOrigin, gateway.origin]) {
      for (const route of writing()) {
        const { status } = await send(route, { 'x-enfilade': '1', origin, 'sec-fetch-site': 'same-origin' });
        // A recording comes as a form: JSON is of no kind it knows.
        expect([route.url, status]).toEqual([route.url, route.url === '/api/transcriptions' ? 415 : 400]);
      }
    }
  });

  it('lets the SDK’s own header stand for the site’s where the SDK posts, and nowhere else', async () => {
    for (const route of writing()) {
      const { status } = await send(route, { authorization: 'Bearer visit', origin: gateway.origin, 'sec-fetch-site': 'same-origin' });
      expect([route.url, status]).toEqual([route.url, route.url === '/api/voice/call/web' ? 400 : 403]);
    }
  });

  it('refuses an unknown route alike', async () => {
    expect((await send({ method: 'POST', url: '/api/nothing' }, {})).status).toBe(403);
    expect((await send({ method: 'POST', url: '/registry/v1/../../api/chat' }, {})).status).toBe(403);
  });

  it('asks pipelines of teams for their token alone', async () => {
    expect((await send({ method: 'PUT', url: '/registry/v1/museums/a/pins/b' }, {})).status).toBe(200);
  });
});
