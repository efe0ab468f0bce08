import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { roomCloseCodes } from './room-protocol.ts';
import { joinRoom } from './testing/room-client.ts';
import { everyMessage, startVoiceTestKit, type VoiceTestKit } from './testing/voice-test-kit.ts';

let kit: VoiceTestKit;
beforeEach(async () => {
  kit = await startVoiceTestKit();
});
afterEach(() => kit.close());

const question = (content: string) => ({ type: 'add-message', message: { role: 'user', content } });
const isFinal = ({ transcriptType }: { transcriptType?: unknown }) => transcriptType === 'final';
const ended = (client: Awaited<ReturnType<typeof joinRoom>>) => client.nextApp('status-update', ({ status }) => status === 'ended');

it('A room emits the events of its greeting in order, each sentence after it was heard', async () => {
  const firstMessage = 'Welcome, {{ name }}. Ask me anything.';
  const { client } = await kit.enter({ firstMessage, variableValues: { name: 'Ada' } });
  await client.nextApp('speech-update', ({ status }) => status === 'stopped');
  await client.nextApp('conversation-update');
  const emitted = client.apps().filter(({ type, transcriptType }) => type !== 'transcript' || transcriptType === 'final');
  expect(emitted.map(({ type, status, transcript }) => [type, status ?? transcript].filter(Boolean).join(' '))).toEqual([
    'status-update in-progress',
    'assistant.started',
    'conversation-update',
    'voice-input',
    'speech-update started',
    expect.stringMatching(/^(voice-input|assistant.speechStarted)$/),
    expect.stringMatching(/^(voice-input|assistant.speechStarted)$/),
    'transcript Welcome, Ada.',
    'transcript Ask me anything.',
    'speech-update stopped',
    'conversation-update',
  ]);
  expect(client.apps().at(-1)).toMatchObject({ conversation: [{ role: 'assistant', content: 'Welcome, Ada. Ask me anything.' }] });
  const started = client.apps().find(({ type }) => type === 'assistant.speechStarted');
  const generatedSound = { kind: 'speech', model: 'fake voice', time: '2026-01-01T10:00:00.000Z' };
  expect(started).toMatchObject({ text: 'Welcome, Ada. Ask me anything.', source: 'force-say', turn: 0, generatedSound });
  expect(started).not.toHaveProperty('generated');
  expect(client.heardMs()).toBeCloseTo(500);
});

it('A room sends its speaker and the sound of its greeting while the page connects, and its events once the page plays', async () => {
  const { webCallUrl } = await kit.open({ firstMessage: 'Welcome. Ask me anything.' });
  const client = await joinRoom(webCallUrl);
  expect(kit.speech.requests).toEqual([]);
  client.send({ t: 'join' });
  const speaker = { sessionId: expect.any(String), userName: 'Vapi Speaker' };
  expect(await client.next('joined')).toMatchObject({ sampleRate: 22_050, isReturn: false, carriesVideo: false, speaker });
  await client.sound(400);
  expect(client.received.map(({ t }) => t)).toEqual(['joined']);
  client.sendApp('playable');
  expect((await client.next('app')).data).toBe('listening');
  await client.nextApp('speech-update', ({ status }) => status === 'stopped');
  expect(kit.speech.requests.map(({ text }) => text)).toEqual(['Welcome.', 'Ask me anything.']);
  expect(client.samples.map((frame) => frame[0])).toEqual([...Array(5).fill(1), ...Array(15).fill(2)]);
});

it('A room does not count a greeting as played while the page holds it', async () => {
  const { webCallUrl } = await kit.open({ firstMessage: 'Welcome.' });
  const client = await joinRoom(webCallUrl, { playsAtOnce: false });
  client.send({ t: 'join' });
  await client.sound(100);
  kit.clock.turn(20_000);
  client.sendApp('playable');
  await client.nextApp('assistant.speechStarted');
  expect(client.apps().map(({ type }) => type)).not.toContain('transcript');
  client.send({ t: 'played', ms: 100, queuedMs: 0 });
  expect(await client.nextApp('transcript', isFinal)).toMatchObject({ transcript: 'Welcome.' });
});

it('A room answers a typed message: tool call and result, origin, then the words of one turn under one id', async () => {
  const clientMessages = [...everyMessage, 'tool-calls'];
  const { client } = await kit.enter({ firstMessage: '', clientMessages, variableValues: { visitMode: 'exploration' } });
  client.sendApp(question('Who built the water wheel?'));
  const result = await client.nextApp('tool-calls-result');
  expect(result['toolCallResult']).toMatchObject({ name: 'guide_context', result: expect.stringContaining('"document":"wheel"') });
  const [called, ...more] = client.apps().filter(({ type }) => type === 'tool-calls' || type === 'tool-calls-result');
  expect(more).toEqual([result]);
  const { toolCallId } = result['toolCallResult'] as { toolCallId: string };
  expect(toolCallId).toMatch(/^call_[0-9a-f-]{36}$/);
  const tool = { type: 'function', function: { name: 'guide_context' } };
  const asked = '{"question":"Who built the water wheel?"}';
  const call = { id: toolCallId, type: 'function', function: { ...tool.function, arguments: asked } };
  expect(called).toMatchObject({ type: 'tool-calls', toolCallList: [call], toolWithToolCallList: [{ ...tool, toolCall: call }] });
  await client.nextApp('model-output');
  await client.nextApp('speech-update');
  expect((await client.nextApp('assistant.speechStarted'))['generated']).toEqual({ kind: 'quotation' });
  const { role, transcript } = await client.nextApp('transcript', isFinal);
  expect([role, transcript]).toEqual(['assistant', expect.stringContaining('Jonas Brook')]);
  const outputs = client.apps().filter(({ type }) => type === 'model-output');
  expect(outputs.map(({ output }) => output).join('')).toContain(transcript);
  expect([new Set(outputs.map(({ turnId }) => turnId)).size, outputs[0]?.['turnId']]).toEqual([1, expect.any(String)]);
});

it('A room repeats the tour’s question once to a silent visitor', async () => {
  const { client } = await kit.enter({ firstMessage: '', silenceTimeoutSeconds: 3600, variableValues: { visitMode: 'guided' } });
  const spoken = () => client.nextApp('speech-update', ({ status }) => status === 'stopped');
  client.sendApp(question('Begin'));
  await spoken();
  const asked = kit.speech.requests.at(-1)?.text;
  expect(asked).toMatch(/Kitchen.*\?$/);
  const before = kit.speech.requests.length;
  kit.clock.turn(45_000);
  await spoken();
  kit.clock.turn(120_000);
  client.sendApp({ type: 'say', message: 'Still there?' });
  await spoken();
  expect(kit.speech.requests.slice(before).map(({ text }) => text)).toEqual([asked, 'Still there?']);
});

it('A room emits only the requested messages, in written form, and speaks the spoken form in the assistant’s voice and rate', async () => {
  const replacements = [{ type: 'exact', key: 'Brook', value: 'Bruck', replaceAllEnabled: true }];
  const voice = { provider: '11labs', voiceId: 'en-2', speed: 0.8, chunkPlan: { formatPlan: { replacements } } };
  const { client } = await kit.enter({ firstMessage: 'Jonas Brook of 1788.', voice, clientMessages: ['transcript'] });
  expect(await client.nextApp('transcript', isFinal)).toMatchObject({ transcript: 'Jonas Brook of 1788.' });
  expect(new Set(client.apps().map(({ type }) => type))).toEqual(new Set(['transcript']));
  expect(kit.speech.requests[0]).toMatchObject({ text: 'Jonas Bruck of seventeen eighty-eight.', timbre: 'en+f2', rate: 0.8 });
});

it('A room sends up to 400 ms of sound ahead of the played sound', async () => {
  const firstMessage = 'One two three four five six seven eight nine ten.';
  const { client } = await kit.enter({ firstMessage }, {}, { playsAtOnce: false });
  await client.sound(400);
  client.send({ t: 'played', ms: 100, queuedMs: 300 });
  expect(await client.nextApp('transcript')).toMatchObject({ transcriptType: 'partial', transcript: 'One two' });
  await client.sound(500);
  client.send({ t: 'played', ms: 100, queuedMs: 400 });
  client.sendApp({ type: 'end-call' });
  await client.next('flush');
  expect(client.heardMs()).toBe(500);
});

it('A room emits “hang” if the first sound takes more than 2 s', async () => {
  kit.speech.hold();
  const { client } = await kit.enter();
  await client.nextApp('voice-input');
  kit.clock.turn(2001);
  await client.nextApp('hang');
  kit.speech.release();
  await client.nextApp('transcript', isFinal);
});

it('A muted guide is silent at once, for the same time as its sound', async () => {
  const { client } = await kit.enter({ firstMessage: 'One two three four five six.' }, {}, { playsAtOnce: false });
  await client.sound(400);
  client.send({ t: 'played', ms: 100, queuedMs: 300 });
  await client.sound(500);
  client.sendApp({ type: 'control', control: 'mute-assistant' });
  await client.next('flush');
  await client.sound(900);
  client.send({ t: 'played', ms: 500, queuedMs: 0 });
  await client.sound(1000);
  const afterFlush = client.samples.slice(25).flatMap((frame) => [...frame]);
  expect(afterFlush.every((sample) => sample === 0)).toBe(true);
  client.send({ t: 'played', ms: 600, queuedMs: 0 });
  await client.nextApp('transcript', isFinal);
});

it('A room ends after the message that ends the call', async () => {
  const { client } = await kit.enter({ firstMessage: '' });
  client.sendApp({ type: 'say', message: 'Goodbye.', endCallAfterSpoken: true });
  expect(await ended(client)).toMatchObject({ endedReason: 'assistant-ended-call-after-message-spoken' });
  await client.next('participant-left');
  await client.next('bye');
  expect(await client.closed).toBe(1000);
});

it.each([
  ['the call lasts too long', { maxDurationSeconds: 60, silenceTimeoutSeconds: 600 }, 60_000, 'exceeded-max-duration'],
  ['nobody speaks', { silenceTimeoutSeconds: 20 }, 20_000, 'silence-timed-out'],
])('A room ends when %s', async (_, overrides, ms, endedReason) => {
  const { client } = await kit.enter({ firstMessage: '', ...overrides });
  await client.nextApp('assistant.started');
  kit.clock.turn(ms - 1);
  kit.clock.turn(1);
  expect(await ended(client)).toMatchObject({ endedReason });
});

it('A room ends at the limit of the call, even if the page never plays', async () => {
  const { webCallUrl } = await kit.open({ maxDurationSeconds: 60 });
  const client = await joinRoom(webCallUrl);
  client.send({ t: 'join' });
  await client.next('joined');
  kit.clock.turn(60_000);
  expect(await ended(client)).toMatchObject({ endedReason: 'exceeded-max-duration' });
});

it('A room stays open when its visitor leaves', async () => {
  const open = await kit.enter({ firstMessage: '' });
  open.client.send({ t: 'leave' });
  await open.client.closed;
  const again = await joinRoom(open.call.webCallUrl);
  await again.enter();
  again.sendApp(question('Hello'));
  await again.nextApp('transcript', isFinal);
  expect(again.received.some((message) => message.t === 'app' && message.data === 'listening')).toBe(false);
});

it('A room continues after a lost connection, without repeated or missing sound', async () => {
  const firstMessage = 'One two three four five six. Seven eight nine ten.';
  const { call, client, sessionId } = await kit.enter({ firstMessage }, {}, { playsAtOnce: false });
  await client.sound(400);
  client.drop();
  await client.closed;
  // 300 of the sent 400 ms have arrived.
  const again = await joinRoom(call.webCallUrl, { playsAtOnce: false });
  again.send({ t: 'join', sessionId, receivedMs: 300 });
  expect(await again.next('joined')).toMatchObject({ isReturn: true, sessionId });
  await again.sound(100);
  again.send({ t: 'played', ms: 400, queuedMs: 0 });
  await again.sound(500);
  again.send({ t: 'played', ms: 800, queuedMs: 0 });
  await again.sound(700);
  const loudness = again.samples.flatMap((frame) => [...frame]).filter((sample) => sample === 1).length;
  expect(loudness).toBe(Math.round(0.3 * 22_050));
  expect(again.heardMs()).toBeCloseTo(700);
});

it('A room repeats missed messages in order to a page that returns, and reads a repeated question once', async () => {
  const { call, client, sessionId } = await kit.enter();
  const numbersOf = ({ received }: typeof client) => received.flatMap((message) => ('n' in message ? [message.n] : []));
  const asked = { t: 'app', n: 7, data: JSON.stringify(question('Why are the steps so low?')) } as const;
  client.send(asked);
  await client.nextApp('speech-update', ({ status }) => status === 'started');
  const [before] = [numbersOf(client)];
  // The page has read two messages before its connection died unnoticed.
  const again = await joinRoom(call.webCallUrl);
  again.send({ t: 'join', sessionId, receivedMs: client.heardMs(), received: 2 });
  expect(await again.next('joined')).toMatchObject({ isReturn: true, received: 7 });
  again.send(asked);
  const { conversation } = await again.nextApp('conversation-update', (each) => JSON.stringify(each).includes('steps so low'));
  expect(JSON.stringify(conversation).match(/steps so low/g)).toHaveLength(1);
  again.sendApp({ type: 'end-call' });
  await ended(again);
  const after = numbersOf(again);
  expect(after.slice(0, 5)).toEqual([3, 4, 5, 6, 7]);
  expect(after).toEqual([...after].sort((one, other) => one - other));
  expect(before.length).toBeGreaterThan(5);
  expect(JSON.stringify(again.apps().findLast(({ type }) => type === 'conversation-update')).match(/steps so low/g)).toHaveLength(3);
});

it('A new page in a room replaces the old one, which cannot return', async () => {
  const { call, client, sessionId } = await kit.enter();
  const other = await joinRoom(call.webCallUrl);
  await other.enter();
  expect(await client.closed).toBe(roomCloseCodes.replaced);
  const late = await joinRoom(call.webCallUrl);
  late.send({ t: 'join', sessionId, receivedMs: 0 });
  expect(await late.closed).toBe(roomCloseCodes.replaced);
});

it('An unknown room closes the socket with its code, and so does an invalid message', async () => {
  const nowhere = await joinRoom(`${kit.url}/voice/room/00000000-0000-4000-8000-000000000000`);
  expect(await nowhere.closed).toBe(roomCloseCodes.unknownRoom);
  const { client } = await kit.enter();
  client.send({ t: 'dance' } as never);
  expect(await client.closed).toBe(1008);
});

it('An ended call refuses a page that joins late, and leaves no timer', async () => {
  const { webCallUrl, monitor } = await kit.open();
  const client = await joinRoom(webCallUrl);
  await kit.post(monitor.controlUrl, { type: 'end-call' }, 'none');
  client.send({ t: 'join' });
  expect([await client.closed, client.received, kit.clock.waiting()]).toEqual([roomCloseCodes.unknownRoom, [], 0]);
});
