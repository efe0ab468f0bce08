import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { errorMessages } from '../http/http-error.ts';
import type { Limits } from './gateway-options.ts';
import { chatBody } from './testing/chat-client.ts';
import { exhibitionId, exhibitionRecord, foreignExhibitionId, museumId, muteExhibitionId, visit } from './testing/samples.ts';
import { type Script, sendJson } from './testing/scripted-server.ts';
import {
  chatPath,
  completionsPath,
  exhibitionPath,
  museumPath,
  pingPath,
  type ScriptedUpstreams,
  settingsPath,
  startScriptedUpstreams,
} from './testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.ts';

const failures: [name: string, script: Script][] = [
  ['answers 500', (_, response) => sendJson(response, 500, { message: 'upstream secret' })],
  ['breaks off', (_, response) => void response.destroy()],
  ['is silent', () => undefined],
];

interface LogLine extends Record<string, unknown> {
  level: string;
  msg: string;
}

/** What fails without a visitor's notice, or with the catalogue's words alone. */
describe('silent and logged', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  /** Limits are short only for what shall fail: a healthy answer may take its time. */
  const begin = async (limits: Partial<Limits> = {}) => {
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, limits });
  };
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });

  const lines = (): LogLine[] => gateway.logged.map((line) => JSON.parse(line) as LogLine);
  const said = (text: string) => lines().filter(({ msg }) => msg === text);
  const untilSaid = (text: string) => expect.poll(() => said(text).length).toBeGreaterThan(0);
  const finishTailoring = () => gateway.post('/api/visits/ping', { museumId });

  it.each(failures)('a knowledge base that %s when pinged is logged only', async (_, script) => {
    await begin({ pingMs: 100 });
    upstreams.on(pingPath, script);
    expect((await finishTailoring()).status).toBe(204);
    await expect.poll(() => lines().filter(({ upstream }) => upstream === 'knowledge-base').length).toBe(1);
    expect((await gateway.get('/readyz')).json()).toEqual({ status: 'ready', problems: [] });
    expect(gateway.logged.join('')).not.toContain('upstream secret');
  });

  it.each(failures)(
    'a settings bucket that %s: “Failed to load configuration file.” in log and readiness, and text goes on',
    async (_, script) => {
      await begin({ settingsMs: 100 });
      upstreams.on(settingsPath, script);
      expect((await finishTailoring()).status).toBe(204);
      await untilSaid('Failed to load configuration file.');
      const readiness = await gateway.get('/readyz');
      expect([readiness.status, readiness.json()]).toEqual([200, { status: 'ready', problems: ['Failed to load configuration file.'] }]);
      expect((await gateway.post('/api/chat', chatBody())).status).toBe(200);
    },
  );

  it('the settings file of a museum is fetched when its tailoring ends, and a good one says nothing', async () => {
    await begin();
    await finishTailoring();
    await expect.poll(() => upstreams.count(settingsPath)).toBe(1);
    await finishTailoring();
    expect(upstreams.count(settingsPath)).toBe(1);
    expect(said('Failed to load configuration file.')).toEqual([]);
  });

  it.each(failures)('an exhibition whose middleware %s is logged with its ids, and visitors get the catalogue', async (_, script) => {
    await begin({ middlewareMs: 400 });
    upstreams.on(exhibitionPath, script);
    const answer = await gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`);
    const { code, message } = gatewayErrorSchema.parse(answer.json());
    expect([answer.status >= 502, message]).toEqual([true, errorMessages[code]]);
    expect(answer.text).not.toMatch(/secret|bbbb/);
    expect(said('the exhibition could not be fetched')).toMatchObject([{ level: 'error', museumId, exhibitionId, code }]);
  });

  it('an exhibition the museum does not have: “No exhibition or assistant found”', async () => {
    await begin();
    const answer = await gateway.get(`/api/museums/${museumId}/exhibitions/${foreignExhibitionId}`);
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'exhibition-not-found']);
    expect(said('No exhibition or assistant found')).toMatchObject([{ level: 'warn', museumId, exhibitionId: foreignExhibitionId }]);
  });

  it('an exhibition the middleware has lost: “No exhibition or assistant found”', async () => {
    await begin();
    upstreams.on(exhibitionPath, (_, response) => sendJson(response, 404, {}));
    expect((await gateway.get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`)).status).toBe(404);
    expect(said('No exhibition or assistant found')).toMatchObject([{ level: 'warn', museumId, exhibitionId }]);
  });

  it('an exhibition without assistant: “No exhibition or assistant found”', async () => {
    await begin();
    expect((await gateway.get(`/api/museums/${museumId}/exhibitions/${muteExhibitionId}`)).status).toBe(200);
    expect(said('No exhibition or assistant found')).toMatchObject([{ level: 'warn', museumId, exhibitionId: muteExhibitionId }]);
  });

  it.each(failures)('a question generator that %s gives an empty list', async (_, script) => {
    await begin({ questionsMs: 100 });
    upstreams.on(completionsPath, script);
    const answer = await gateway.post('/api/questions', { visit, lines: ['The ceiling is by Savelli.'], asked: [] });
    expect([answer.status, answer.json()]).toEqual([200, { questions: [] }]);
    expect(answer.text).not.toContain('secret');
  });

  it('an assistant without first words: “Welcome! Ask me anything about the exhibition.”', async () => {
    await begin();
    upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant: { ...exhibitionRecord.assistant, firstMessage: '' } } });
    await gateway.post('/api/chat', chatBody());
    const call = upstreams.heard.find(({ path }) => path === chatPath);
    expect(JSON.parse(call?.body ?? '').assistantOverrides.firstMessage).toBe('Welcome! Ask me anything about the exhibition.');
  });

  it('an old exhibition serves while its middleware is down, and the failure is logged with its ids', async () => {
    await begin();
    const url = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
    await gateway.get(url);
    upstreams.on(exhibitionPath, (_, response) => sendJson(response, 500, {}));
    upstreams.on(museumPath, (_, response) => sendJson(response, 500, {}));
    gateway.clock.turn(6 * 60_000);
    expect((await gateway.get(url)).status).toBe(200);
    expect(said('the exhibition could not be fetched')).toMatchObject([{ museumId, exhibitionId }]);
  });
});
