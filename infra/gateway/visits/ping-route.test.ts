import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { cookieOf } from '../testing/chat-client.ts';
import { museumId, unknownId } from '../testing/samples.ts';
import { loginPath, pingPath, type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

describe('POST /api/visits/ping', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin });
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });

  const pinged = () =>
    new Promise<void>((resolve) => {
      upstreams.on(pingPath, (_, response) => {
        response.destroy();
        resolve();
      });
    });

  it('answers at once and pings, whatever becomes of it', async () => {
    const heard = pinged();
    const answer = await gateway.post('/api/visits/ping', { museumId });
    expect([answer.status, answer.text]).toEqual([204, '']);
    await heard;
    expect(upstreams.heard.find(({ path }) => path === pingPath)?.headers['content-type']).toBe('application/json');
    expect((await gateway.get('/healthz')).status).toBe(200);
  });

  it('pings while the middleware is down', async () => {
    upstreams.on(loginPath, (_, response) => void response.destroy());
    const heard = pinged();
    expect((await gateway.post('/api/visits/ping', { museumId })).status).toBe(204);
    await heard;
  });

  it('does not ping for a museum that is not', async () => {
    expect((await gateway.post('/api/visits/ping', { museumId: unknownId })).status).toBe(404);
    expect(upstreams.count(pingPath)).toBe(0);
  });

  it('begins a visit with its first request, once', async () => {
    const first = await gateway.post('/api/visits/ping', { museumId });
    const second = await gateway.post(
      '/api/reports',
      { sequence: 1, reports: [{ remote: 'visit', version: '1.0.0', kind: 'slow' }] },
      { cookie: cookieOf(first) },
    );
    expect([first.headers['set-cookie'] === undefined, second.status, second.headers['set-cookie']]).toEqual([false, 204, undefined]);
    expect(gateway.logged.join('')).toContain('"remote":"visit","version":"1.0.0","kind":"slow"');
  });
});
