import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { expect, it } from '@rstest/core';
import { errorMessages } from '../http/exchange.ts';
import { chatBody } from './testing/chat-client.ts';
import { openEachTest } from './testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, muteExhibitionId } from './testing/samples.ts';
import { answerJson, type Script } from './testing/scripted-server.ts';
import { exhibitionPath, museumPath, pingPath, settingsPath } from './testing/scripted-upstreams.ts';

const fail: Script = answerJson(500, { message: 'upstream secret' });

interface LogLine extends Record<string, unknown> {
  level: string;
  msg: string;
}

const site = openEachTest();

const lines = (): LogLine[] => site.gateway.logged.map((line) => JSON.parse(line) as LogLine);
const said = (text: string) => lines().filter(({ msg }) => msg === text);
const untilSaid = (text: string) => expect.poll(() => said(text).length).toBeGreaterThan(0);
const finishTailoring = () => site.gateway.post('/api/visits/ping', { museumId });

it('a failing ping of the knowledge base is only logged', async () => {
  site.upstreams.on(pingPath, fail);
  expect((await finishTailoring()).status).toBe(204);
  await expect.poll(() => lines().filter(({ upstream }) => upstream === 'knowledge-base').length).toBe(1);
  expect((await site.gateway.get('/readyz')).json()).toEqual({ status: 'ready', problems: [] });
  expect(site.gateway.logged.join('')).not.toContain('upstream secret');
});

it('a failing settings bucket appears as “Failed to load configuration file.” in log and readiness, and text continues', async () => {
  site.upstreams.on(settingsPath, fail);
  expect((await finishTailoring()).status).toBe(204);
  await untilSaid('Failed to load configuration file.');
  const readiness = await site.gateway.get('/readyz');
  expect([readiness.status, readiness.json()]).toEqual([200, { status: 'ready', problems: ['Failed to load configuration file.'] }]);
  expect((await site.gateway.post('/api/chat', chatBody())).status).toBe(200);
});

it('the end of tailoring loads the museum’s settings file once, without a log line', async () => {
  await finishTailoring();
  await expect.poll(() => site.upstreams.count(settingsPath)).toBe(1);
  await finishTailoring();
  expect(site.upstreams.count(settingsPath)).toBe(1);
  expect(said('Failed to load configuration file.')).toEqual([]);
});

it('a failing middleware logs the exhibition’s ids, and visitors get the catalogue’s words', async () => {
  site.upstreams.on(exhibitionPath, fail);
  const answer = await site.gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`);
  const { code, message } = gatewayErrorSchema.parse(answer.json());
  expect([answer.status >= 502, message]).toEqual([true, errorMessages[code]]);
  expect(answer.text).not.toMatch(/secret|bbbb/);
  expect(said('the exhibition could not be fetched')).toMatchObject([{ level: 'error', museumId, exhibitionId, code }]);
});

it.each([
  ['that the museum does not have', foreignExhibitionId, 404],
  ['that the middleware has lost', exhibitionId, 404],
  ['without an assistant', muteExhibitionId, 200],
])('an exhibition %s is logged as “No exhibition or assistant found”', async (_, id, status) => {
  site.upstreams.on(exhibitionPath, answerJson(404, {}));
  const answer = await site.gateway.get(`/api/museums/${museumId}/exhibitions/${id}`);
  expect([answer.status, answer.text.includes('exhibition-not-found')]).toEqual([status, status === 404]);
  expect(said('No exhibition or assistant found')).toMatchObject([{ level: 'warn', museumId, exhibitionId: id }]);
});

it('a cached exhibition is served while the middleware is down, and the failure is logged with its ids', async () => {
  const url = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
  await site.gateway.get(url);
  site.upstreams.on(exhibitionPath, answerJson(500, {}));
  site.upstreams.on(museumPath, answerJson(500, {}));
  site.gateway.clock.turn(6 * 60_000);
  expect((await site.gateway.get(url)).status).toBe(200);
  expect(said('the exhibition could not be fetched')).toMatchObject([{ museumId, exhibitionId }]);
});
