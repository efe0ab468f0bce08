import { describe, expect, it } from '@rstest/core';
import { cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { museumId, unknownId } from '../testing/samples.ts';
import { loginPath, pingPath } from '../testing/scripted-upstreams.ts';

describe('POST /api/visits/ping', () => {
  const site = openEachTest();

  const pinged = () =>
    new Promise<void>((resolve) => {
      site.upstreams.on(pingPath, (_, response) => {
        response.destroy();
        resolve();
      });
    });

  it('POST /api/visits/ping answers at once and pings, whatever becomes of it', async () => {
    const heard = pinged();
    const answer = await site.gateway.post('/api/visits/ping', { museumId });
    expect([answer.status, answer.text]).toEqual([204, '']);
    await heard;
    expect(site.upstreams.heard.find(({ path }) => path === pingPath)?.headers['content-type']).toBe('application/json');
    expect((await site.gateway.get('/healthz')).status).toBe(200);
  });

  it('POST /api/visits/ping pings while the middleware is down', async () => {
    site.upstreams.on(loginPath, (_, response) => void response.destroy());
    const heard = pinged();
    expect((await site.gateway.post('/api/visits/ping', { museumId })).status).toBe(204);
    await heard;
  });

  it('POST /api/visits/ping does not ping for a museum that is not', async () => {
    expect((await site.gateway.post('/api/visits/ping', { museumId: unknownId })).status).toBe(404);
    expect(site.upstreams.count(pingPath)).toBe(0);
  });

  it('POST /api/visits/ping begins a visit with its first request, once', async () => {
    const first = await site.gateway.post('/api/visits/ping', { museumId });
    const second = await site.gateway.post(
      '/api/reports',
      { sequence: 1, reports: [{ remote: 'visit', version: '1.0.0', kind: 'slow' }] },
      { cookie: cookieOf(first) },
    );
    expect([first.headers['set-cookie'] === undefined, second.status, second.headers['set-cookie']]).toEqual([false, 204, undefined]);
    expect(site.gateway.logged.join('')).toContain('"remote":"visit","version":"1.0.0","kind":"slow"');
  });
});
