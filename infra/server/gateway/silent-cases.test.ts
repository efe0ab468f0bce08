import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { describe, expect, it } from '@rstest/core';
import { errorMessages } from '../http/http-error.ts';
import { chatBody } from './testing/chat-client.ts';
import { openEachTest, type TestSite } from './testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId } from './testing/samples.ts';
import { type Script, sendJson } from './testing/scripted-server.ts';
import { exhibitionPath, museumPath, pingPath, settingsPath } from './testing/scripted-upstreams.ts';

const failures = (site: TestSite): [name: string, script: Script][] => [
  ['is silent', () => site.gateway.clock.turn(5_000)],
  ['answers 500', (_, response) => sendJson(response, 500, { message: 'upstream secret' })],
  ['breaks off', (_, response) => void response.destroy()],
];

interface LogLine extends Record<string, unknown> {
  level: string;
  msg: string;
}

/** What fails without a visitor's notice, or with the catalogue's words alone. */
describe('silent and logged', () => {
  const site = openEachTest();

  const lines = (): LogLine[] => site.gateway.logged.map((line) => JSON.parse(line) as LogLine);
  const said = (text: string) => lines().filter(({ msg }) => msg === text);
  const untilSaid = (text: string) => expect.poll(() => said(text).length).toBeGreaterThan(0);
  const finishTailoring = () => site.gateway.post('/api/visits/ping', { museumId });

  it.each(failures(site))('silent and logged a knowledge base that %s when pinged is logged only', async (name, script) => {
    if (name === 'is silent') await site.reopen({ limits: { pingMs: 100 } });
    site.upstreams.on(pingPath, name === 'is silent' ? () => undefined : script);
    expect((await finishTailoring()).status).toBe(204);
    await expect.poll(() => lines().filter(({ upstream }) => upstream === 'knowledge-base').length).toBe(1);
    expect((await site.gateway.get('/readyz')).json()).toEqual({ status: 'ready', problems: [] });
    expect(site.gateway.logged.join('')).not.toContain('upstream secret');
  });

  it.each(failures(site))(
    'silent and logged a settings bucket that %s: “Failed to load configuration file.” in log and readiness, and text goes on',
    async (_, script) => {
      site.upstreams.on(settingsPath, script);
      expect((await finishTailoring()).status).toBe(204);
      await untilSaid('Failed to load configuration file.');
      const readiness = await site.gateway.get('/readyz');
      expect([readiness.status, readiness.json()]).toEqual([200, { status: 'ready', problems: ['Failed to load configuration file.'] }]);
      expect((await site.gateway.post('/api/chat', chatBody())).status).toBe(200);
    },
  );

  it('silent and logged the settings file of a museum is fetched when its tailoring ends, and a good one says nothing', async () => {
    await finishTailoring();
    await expect.poll(() => site.upstreams.count(settingsPath)).toBe(1);
    await finishTailoring();
    expect(site.upstreams.count(settingsPath)).toBe(1);
    expect(said('Failed to load configuration file.')).toEqual([]);
  });

  it.each(failures(site))(
    'silent and logged an exhibition whose middleware %s is logged with its ids, and visitors get the catalogue',
    async (_, script) => {
      site.upstreams.on(exhibitionPath, script);
      const answer = await site.gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`);
      const { code, message } = gatewayErrorSchema.parse(answer.json());
      expect([answer.status >= 502, message]).toEqual([true, errorMessages[code]]);
      expect(answer.text).not.toMatch(/secret|bbbb/);
      expect(said('the exhibition could not be fetched')).toMatchObject([{ level: 'error', museumId, exhibitionId, code }]);
    },
  );

  it('silent and logged an exhibition the museum does not have: “No exhibition or assistant found”', async () => {
    const answer = await site.gateway.get(`/api/museums/${museumId}/exhibitions/${foreignExhibitionId}`);
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'exhibition-not-found']);
    expect(said('No exhibition or assistant found')).toMatchObject([{ level: 'warn', museumId, exhibitionId: foreignExhibitionId }]);
  });

  it('silent and logged an exhibition the middleware has lost: “No exhibition or assistant found”', async () => {
    site.upstreams.on(exhibitionPath, (_, response) => sendJson(response, 404, {}));
    expect((await site.gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`)).status).toBe(404);
    expect(said('No exhibition or assistant found')).toMatchObject([{ level: 'warn', museumId, exhibitionId }]);
  });

  it('silent and logged an old exhibition serves while its middleware is down, and the failure is logged with its ids', async () => {
    const url = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
    await site.gateway.get(url);
    site.upstreams.on(exhibitionPath, (_, response) => sendJson(response, 500, {}));
    site.upstreams.on(museumPath, (_, response) => sendJson(response, 500, {}));
    site.gateway.clock.turn(6 * 60_000);
    expect((await site.gateway.get(url)).status).toBe(200);
    expect(said('the exhibition could not be fetched')).toMatchObject([{ museumId, exhibitionId }]);
  });
});
