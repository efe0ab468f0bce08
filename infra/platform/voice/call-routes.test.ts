import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { mill } from '../testing/sample-content.ts';
import { joinRoom } from './testing/room-client.ts';
import { startTranscriptionDouble } from './testing/transcription-double.ts';
import { startVoiceTestKit, type VoiceTestKit, vapiKey } from './testing/voice-test-kit.ts';

let kit: VoiceTestKit;
beforeAll(async () => {
  kit = await startVoiceTestKit();
});
afterAll(() => kit.close());

it('POST /call/web answers a queued call with its room and its control address', async () => {
  const answer = await kit.post('/call/web', { assistantId: mill.assistantId });
  expect(answer.status).toBe(201);
  const call = (await answer.json()) as { id: string };
  const [webCallUrl, at] = [`${kit.url}/voice/room/${call.id}`, '2026-01-01T10:00:00.000Z'];
  expect(call).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), orgId: expect.any(String), type: 'webCall', status: 'queued' },
    ...{ createdAt: at, updatedAt: at, assistantId: mill.assistantId, assistant: {}, webCallUrl },
    transport: { provider: 'daily', callUrl: webCallUrl },
    artifactPlan: { videoRecordingEnabled: false },
    monitor: { controlUrl: expect.stringContaining(`${kit.url}/call/${call.id}/control?key=`) },
  });
});

it.each<[string, object, number, string, string?]>([
  ['another key', { assistantId: mill.assistantId }, 401, 'Invalid Key', 'visit'],
  ['no assistant', {}, 400, 'Assistant or Squad or Workflow must be provided.'],
  ['an unknown assistant', { assistantId: 'asst-nobody' }, 404, 'asst-nobody'],
  ['a call of seconds', { assistantId: mill.assistantId, assistantOverrides: { maxDurationSeconds: 3 } }, 400, 'maxDurationSeconds'],
])('POST /call/web refuses %s as Vapi does', async (_, body, statusCode, ...[message, key]) => {
  const answer = await kit.post('/call/web', body, key);
  expect(answer.status).toBe(statusCode);
  expect(await answer.json()).toEqual({ statusCode, error: expect.any(String), message: expect.stringContaining(message) });
});

it('POST /call/web never returns the assistant’s instruction', async () => {
  const model = { provider: 'openai', messages: [{ role: 'system', content: 'Be secretive.' }] };
  const call = await kit.open({ model, firstMessage: 'Hello.' });
  const client = await joinRoom(call.webCallUrl);
  await client.enter();
  await client.nextApp('speech-update', ({ status }) => status === 'stopped');
  expect(JSON.stringify([call, client.received])).not.toContain('secretive');
});

it('GET /call/:id lists the costs of an ended call to a client with the key', async () => {
  const ears = await startTranscriptionDouble();
  const site = await startVoiceTestKit({ url: ears.url, key: 'k', model: 'small-ear' });
  const { say } = site.speech;
  site.speech.say = (request, listener, signal) => {
    listener.onBilled?.(request.text.length);
    return say(request, listener, signal);
  };
  const { call, client } = await site.enter({ firstMessage: 'Hello.' });
  const read = async (headers = { authorization: `Bearer ${vapiKey}` }) =>
    (await fetch(`${site.url}/call/${call.id}`, { headers })).json() as Promise<object>;
  await client.nextApp('speech-update', ({ status, role }) => status === 'stopped' && role === 'assistant');
  client.speak(1_000);
  client.send({ t: 'microphone', isOn: false });
  await expect.poll(() => ears.requests.length).toBe(1);
  expect(await read()).not.toHaveProperty('costs');
  await site.post(call.monitor.controlUrl, { type: 'end-call' });
  const voice = { type: 'voice', characters: 'Hello.'.length };
  const costs = [voice, { type: 'transcriber', minutes: expect.closeTo(1 / 60, 3) }];
  expect(await read()).toMatchObject({ id: call.id, status: 'ended', costs });
  expect(await read({ authorization: 'Bearer visit' })).toMatchObject({ statusCode: 401 });
  await Promise.all([site.close(), ears.close()]);
});

it('GET /call/:id lists no costs of a call without any, and responds with 404 for an unknown call', async () => {
  const { call } = await kit.enter({ firstMessage: '' });
  await kit.post(call.monitor.controlUrl, { type: 'end-call' });
  const headers = { authorization: `Bearer ${vapiKey}` };
  const ended = await fetch(`${kit.url}/call/${call.id}`, { headers });
  expect(await ended.json()).toEqual({ id: call.id, orgId: expect.any(String), type: 'webCall', status: 'ended' });
  expect((await fetch(`${kit.url}/call/nobody`, { headers })).status).toBe(404);
});

it('GET /voice/ready with the key starts the speech program', async () => {
  let prepared = 0;
  kit.speech.prepare = () => {
    prepared += 1;
  };
  const ready = (authorization: string) => fetch(`${kit.url}/voice/ready`, { headers: { authorization } });
  expect([(await ready('Bearer visit')).status, prepared]).toEqual([401, 0]);
  expect([(await ready(`Bearer ${vapiKey}`)).status, prepared]).toEqual([204, 1]);
});

it('A control address says, adds and ends without a key, and is unknown once its call has ended or timed out', async () => {
  const { client, call } = await kit.enter({ firstMessage: '' });
  const control = (body: object) => kit.post(call.monitor.controlUrl, body, 'none');
  expect((await control({ type: 'say', content: 'We close soon.' })).status).toBe(200);
  await client.nextApp('transcript', ({ transcript }) => transcript === 'We close soon.');
  expect((await control({ type: 'end-call' })).status).toBe(200);
  expect(await client.nextApp('status-update')).toMatchObject({ status: 'ended', endedReason: 'assistant-ended-call' });
  expect(await client.closed).toBe(1000);
  expect((await control({ type: 'end-call' })).status).toBe(404);
  const unvisited = await kit.open();
  kit.clock.turn(60_000);
  expect((await kit.post(unvisited.monitor.controlUrl, { type: 'end-call' }, 'none')).status).toBe(404);
});

it('A control address needs its secret and refuses unknown messages', async () => {
  const { call } = await kit.enter();
  for (const guess of ['key=guess', 'key=one&key=other', ''])
    expect([guess, (await kit.post(`/call/${call.id}/control?${guess}`, { type: 'end-call' })).status]).toEqual([guess, 404]);
  expect((await kit.post(call.monitor.controlUrl, { type: 'dance' })).status).toBe(400);
});
