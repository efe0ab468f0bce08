import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import pino from 'pino';
import { mill } from '../testing/sample-content.ts';
import { bearer, startTestPlatform, type TestPlatform, vapiKey } from '../testing/test-platform.ts';
import { joinRoom } from './testing/room-client.ts';

let platform: TestPlatform;
afterEach(() => platform.close());

const clientMessages = ['transcript', 'tool-calls-result', 'status-update'];

async function enterCall(overrides: object) {
  const assistantOverrides = { clientMessages, ...overrides };
  const answer = await platform.post('/call/web', { assistantId: mill.assistantId, assistantOverrides }, bearer(vapiKey));
  const { id, webCallUrl } = (await answer.json()) as { id: string; webCallUrl: string };
  const client = await joinRoom(webCallUrl);
  await client.enter();
  return { id, client };
}

describe('a call of the whole platform', () => {
  let logged: { msg: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });
  beforeEach(() => {
    logged = [];
  });

  it('The platform logs a failure of the transcription service', async () => {
    platform = await startTestPlatform({ log, transcription: { url: 'http://127.0.0.1:1', model: 'm' } });
    const { client } = await enterCall({ firstMessage: '' });
    client.speak(400);
    client.send({ t: 'microphone', isOn: false });
    const failure = { msg: 'Speech of a visitor could not be transcribed', err: { code: 'transcription' } };
    await expect.poll(() => logged).toMatchObject([failure]);
  });

  it('The platform answers up to about 150 questions that a page sends at once, and logs the excess once', async () => {
    platform = await startTestPlatform({ log });
    const { client } = await enterCall({ firstMessage: '', clientMessages: ['conversation-update'] });
    for (let count = 0; count < 300; count++)
      client.sendApp({ type: 'add-message', message: { role: 'user', content: `Question ${count}` } });
    client.sendApp({ type: 'end-call' });
    await client.closed;
    const counts = client.apps().map(({ messages }) => (messages as object[]).length);
    expect([Math.max(...counts) > 50, Math.max(...counts) < 150]).toEqual([true, true]);
    expect(logged.map(({ msg }) => msg)).toEqual(['A page sends more text than the limit. Its messages are dropped.']);
  });

  it('The platform reports a call’s question that no document answers', async () => {
    const told: unknown[][] = [];
    platform = await startTestPlatform({ onCallQuestion: (...question) => told.push(question) });
    const { id, client } = await enterCall({ variableValues: { language: 'en', visitMode: 'exploration' } });
    client.sendApp({ type: 'add-message', message: { role: 'user', content: 'Where is the lighthouse?' } });
    await expect.poll(() => told).toHaveLength(1);
    expect(told).toEqual([[id, 'Where is the lighthouse?', expect.objectContaining({ unanswered: 'no-passage' })]]);
  });
});

it('A call of the whole platform greets aloud, continues in the summary’s room and ends with the platform', async () => {
  platform = await startTestPlatform();
  const pastTranscriptSummary = '[room 2/2 Kitchen]\n[tour under-way - 1 60 yard yard:3]\nVisitor: Hello';
  const variableValues = { pastTranscriptSummary, language: 'en' };
  const { client } = await enterCall({ firstMessage: 'Welcome back.', variableValues });
  const isFinal = ({ transcriptType }: { transcriptType?: unknown }) => transcriptType === 'final';
  expect(await client.nextApp('transcript')).toMatchObject({ transcriptType: 'partial' });
  expect(await client.nextApp('transcript', isFinal)).toMatchObject({ transcript: 'Welcome back.' });
  expect(client.heardMs()).toBeGreaterThan(400);
  expect(Math.max(...client.samples.flatMap((frame) => [...frame]))).toBeGreaterThan(2000);
  client.sendApp({ type: 'add-message', message: { role: 'user', content: 'Please go on' } });
  const { toolCallResult } = await client.nextApp('tool-calls-result');
  expect((toolCallResult as { result: string }).result).toContain('"room":{"index":1,"count":2,"name":"Kitchen"}');
  await client.nextApp('transcript', isFinal);
  await platform.close();
  await client.closed;
  expect(client.received.find(({ t }) => t === 'bye')).toBeDefined();
  expect(client.apps().at(-1)).toMatchObject({ status: 'ended', endedReason: 'worker-shutdown' });
  expect(platform.clock.waiting()).toBe(0);
});
