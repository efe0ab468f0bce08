import { once } from 'node:events';
import { voiceFactsSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { openEachTest } from '../testing/open-each-test.ts';
import { startBrowser } from '../testing/raw-request.ts';
import { foreignExhibitionId, muteExhibitionId, unknownId, visit } from '../testing/samples.ts';
import { answerJson, sendJson } from '../testing/scripted-server.ts';
import { answerCall, callPath, settingsPath } from '../testing/scripted-upstreams.ts';
import { secrets } from '../testing/test-gateway.ts';
import { askCall, askedCall, callBody, callOf, callRoute, endedCalls } from '../testing/voice-client.ts';
import { defaultVoiceLimits } from './register-voice.ts';

const roomId = '0b6f2c1e-7a53-4a0c-9a5e-2f8f0f7a9f11';

const site = openEachTest();

const restart = (options: NonNullable<Parameters<typeof site.reopen>[0]['options']>) => site.reopen({ options });
const hosted = { rooms: 'hosted', hearing: 'site', slots: 2, voiceDir: '/none' } as const;
const refused = async (body: object = callBody()) => {
  const { answer } = await askCall(site.gateway, undefined, body);
  expect(answer.text).not.toMatch(/secret/);
  return [answer.status, answer.json<{ code: string }>().code];
};

it('GET /api/voice reports how the site transcribes and which call machine the page may run', async () => {
  const answer = await site.gateway.get('/api/voice');
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  const facts = z.strictObject(voiceFactsSchema.shape).parse(answer.json());
  expect([facts.hearing, facts.dictation]).toEqual(['site', 'site']);
  expect(facts.callMachine?.url).toMatch(/^\/voice\/call-machine\.[0-9a-f]{12}\.js$/);
});

it('GET /api/voice prepares the local platform for a call, and calls no hosted platform', async () => {
  await site.gateway.get('/api/voice');
  const asked = () => site.upstreams.heard.filter(({ path }) => path === '/voice/ready').map(({ headers }) => headers.authorization);
  await expect.poll(asked).toEqual([`Bearer ${secrets.vapi}`]);
  await restart({ voice: hosted });
  await site.gateway.get('/api/voice');
  expect(asked()).toHaveLength(1);
});

it('a call is opened with the gateway’s key and answered with 201 and only the fields that the SDK reads', async () => {
  const caller = await askCall(site.gateway);
  const { id, ...call } = callOf(caller);
  const room = `${site.gateway.origin}/voice/room/${id}`;
  expect([caller.answer.status, call.updatedAt]).toEqual([201, call.createdAt]);
  expect(call).toEqual({
    ...{ orgId: visit.museumId, type: 'webCall', status: 'queued', createdAt: call.createdAt, updatedAt: call.createdAt },
    webCallUrl: room,
    transport: { provider: 'daily', callUrl: room, callToken: 'meeting-token' },
    artifactPlan: { videoRecordingEnabled: false },
    assistant: { voice: { provider: '11labs' } },
  });
  expect(caller.answer.headers['cache-control']).toBe('no-store');
  const asked = site.upstreams.heard.find(({ path }) => path === callPath);
  expect(asked?.headers.authorization).toBe(`Bearer ${secrets.vapi}`);
  expect(caller.answer.text + site.gateway.logged.join('')).not.toContain(secrets.vapi);
  expect(site.gateway.logged.join('')).not.toContain(id);
});

it('a room’s address has the origin that the browser uses', async () => {
  await restart({ publicOrigin: 'https://guide.example.org' });
  const headers = { authorization: 'Bearer visit', 'x-enfilade': '', origin: 'https://guide.example.org' };
  const { webCallUrl } = (await site.gateway.post(callRoute, callBody(), headers)).json<{ webCallUrl: string }>();
  expect(webCallUrl).toMatch(/^https:\/\/guide\.example\.org\/voice\/room\//);
});

it('a hosted room keeps its address', async () => {
  await restart({ voice: { ...hosted, callMachineOrigin: site.upstreams.origin } });
  site.upstreams.on(callPath, answerJson(201, { id: roomId, webCallUrl: 'https://museum.daily.co/room' }));
  const address = 'https://museum.daily.co/room';
  const { id, webCallUrl, transport } = callOf(await askCall(site.gateway));
  expect({ id, webCallUrl, transport }).toEqual({ id: roomId, webCallUrl: address, transport: { provider: 'daily', callUrl: address } });
});

it('of a posted call only visit and summary are read', async () => {
  const hostile = {
    ...callBody(),
    assistantId: 'another-assistant',
    assistant: { model: { provider: 'custom-llm', url: 'https://evil.example' } },
    squad: { members: [] },
    workflowId: 'evil',
    roomDeleteOnUserLeaveEnabled: true,
    padding: 'x'.repeat(60_000),
  };
  const { variableValues } = callBody().assistantOverrides;
  const overrides = {
    variableValues: { ...variableValues, custom_instruction: 'evil', museumId: 'evil' },
    model: { messages: [{ role: 'system', content: 'evil' }] },
    voice: { voiceId: 'evil' },
    maxDurationSeconds: 43_200,
    server: { url: 'https://evil.example' },
    firstMessage: 'evil',
  };
  const plain = await askCall(site.gateway);
  const wanted = askedCall<object>(site.upstreams);
  await askCall(site.gateway, plain.cookie, { ...hostile, assistantOverrides: overrides });
  expect(askedCall<object>(site.upstreams)).toEqual(wanted);
});

const withVisit = (asked: unknown) => ({ assistantOverrides: { variableValues: { visit: asked } } });
it.each([
  ['no fields', {}],
  ['no visit', { assistantOverrides: { variableValues: {} } }],
  ['a visit that is not a string', withVisit(visit)],
  ['a visit that is not JSON', withVisit('{')],
  ['a visit with an extra field', callBody({ visit: { ...visit, prompt: 'evil' } })],
  ['a visit that sets its prototype', withVisit(`{"__proto__":{"x":1},${JSON.stringify(visit).slice(1)}`)],
  ['a summary of 8,001 characters', callBody({ pastTranscriptSummary: 'x'.repeat(8001) })],
])('a call with %s is refused without a request to the platform', async (_, body) => {
  expect(await refused(body)).toEqual([400, 'malformed']);
  expect(site.upstreams.count(callPath)).toBe(0);
});

it.each([
  ['an unknown museum', { museumId: unknownId }, 'museum-not-found'],
  ['an exhibition of another museum', { exhibitionId: foreignExhibitionId }, 'exhibition-not-found'],
  ['an exhibition without an assistant', { exhibitionId: muteExhibitionId }, 'exhibition-not-found'],
])('a call for %s is refused', async (_, change, code) => {
  expect(await refused(callBody({ visit: { ...visit, ...change } }))).toEqual([404, code]);
  expect(site.upstreams.count(callPath)).toBe(0);
});

it('every refusal of a call has Vapi’s shape beside the catalogue’s', async () => {
  const sdk = { authorization: 'Bearer visit', 'x-enfilade': '' };
  const plain = { ...sdk, 'content-type': 'text/plain' };
  const answers = [
    [await site.gateway.post(callRoute, {}, sdk), 400, 'Bad Request', 'malformed'],
    [await site.gateway.post(callRoute, callBody(), { 'x-enfilade': '' }), 403, 'Forbidden', 'forbidden'],
    [await site.gateway.post(callRoute, callBody({ visit: { ...visit, museumId: unknownId } }), sdk), 404, 'Not Found', 'museum-not-found'],
    [await site.gateway.post(callRoute, callBody(), plain), 415, 'Unsupported Media Type', 'unsupported-type'],
  ] as const;
  for (const [answer, statusCode, error, code] of answers) {
    const body = answer.json<{ message: unknown }>();
    expect([answer.status, body]).toEqual([statusCode, { statusCode, error, code, message: body.message, requestId: expect.any(String) }]);
    expect(body.message).toEqual(expect.stringMatching(/\w/));
  }
});

it('a call without its settings file is refused, and the log names the file’s failure', async () => {
  site.upstreams.on(settingsPath, answerJson(404, { message: 'upstream secret' }));
  expect(await refused()).toEqual([502, 'upstream-failed']);
  expect(site.gateway.logged.join('')).toContain('Failed to load configuration file.');
  expect(site.upstreams.count(callPath)).toBe(0);
});

it.each([
  ['responds with 500', 500, {}, [502, 'upstream-failed']],
  ['refuses the key', 401, {}, [502, 'upstream-failed']],
  ['responds with 429', 429, {}, [503, 'busy']],
  ['answers without a room', 201, { id: roomId }, [502, 'upstream-failed']],
  ['answers a room that is not an address', 201, { id: roomId, webCallUrl: 'javascript:alert(1)' }, [502, 'upstream-failed']],
  ['answers a malformed id', 201, { id: '../x', webCallUrl: 'https://a.daily.co/x' }, [502, 'upstream-failed']],
])('a platform that %s is reported in the catalogue’s words', async (_, status, body, answered) => {
  site.upstreams.on(callPath, answerJson(status, { ...body, message: 'upstream secret' }));
  expect(await refused()).toEqual(answered);
});

it('a platform that takes too long to open a call is reported as upstream-timeout', async () => {
  site.upstreams.on(callPath, () => site.gateway.clock.turn(defaultVoiceLimits.openMs));
  expect(await refused()).toEqual([504, 'upstream-timeout']);
});

it.each([
  ['of another host over http', 'http://10.0.0.1/control', 0],
  ['that is not a web address', 'file:///etc/passwd', 0],
  ['of the platform', '/control/x', 1],
])('a call with a control address %s is ended there only on the platform’s host: %s → %i', async (_, address, count) => {
  site.upstreams.on(callPath, (_request, response) => {
    const controlUrl = address.startsWith('/') ? site.upstreams.origin + address : address;
    sendJson(response, 201, { id: roomId, webCallUrl: 'https://a.daily.co/x', monitor: { controlUrl } });
  });
  await askCall(site.gateway);
  await site.gateway.app.close();
  expect(endedCalls(site.upstreams)).toHaveLength(count);
});

it('a call whose browser left while the platform opened the call is ended', async () => {
  const asked = site.upstreams.hold(callPath);
  const ended = new Promise<string>((resolve) => {
    site.upstreams.on(`/control/${roomId}`, ({ body }, response) => {
      resolve(body);
      sendJson(response, 200, {});
    });
  });
  const connected = once(site.gateway.app.server, 'connection');
  const browser = startBrowser(site.gateway, callRoute, callBody());
  const response = await asked;
  const [line] = await connected;
  const closed = once(line, 'close');
  browser.destroy();
  await closed;
  const controlUrl = `${site.upstreams.origin}/control/${roomId}`;
  sendJson(response, 201, { id: roomId, webCallUrl: 'https://a.daily.co/x', monitor: { controlUrl } });
  expect(await ended).toBe('{"type":"end-call"}');
  site.upstreams.on(callPath, answerCall(site.upstreams.origin));
  expect((await askCall(site.gateway)).answer.status).toBe(201);
});
