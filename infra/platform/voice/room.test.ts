import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { roomCloseCodes } from './room-protocol.ts';
import { joinRoom } from './testing/room-client.ts';
import { startVoiceTestKit, type VoiceTestKit } from './testing/voice-test-kit.ts';

let kit: VoiceTestKit;
beforeEach(async () => {
  kit = await startVoiceTestKit();
});
afterEach(() => kit.close());

const question = (content: string) => ({ type: 'add-message', message: { role: 'user', content } });
const isFinal = ({ transcriptType }: { transcriptType?: unknown }) => transcriptType === 'final';
const ended = (client: Awaited<ReturnType<typeof joinRoom>>) => client.nextApp('status-update', ({ status }) => status === 'ended');

describe('a room', () => {
  it('a room shows the speaker to who joins, and listens once its sound can be heard', async () => {
    const { webCallUrl } = await kit.open();
    const client = await joinRoom(webCallUrl);
    client.send({ t: 'join' });
    const speaker = { sessionId: expect.any(String), userName: 'Vapi Speaker' };
    expect(await client.next('joined')).toMatchObject({ sampleRate: 22_050, isReturn: false, carriesVideo: false, speaker });
    client.sendApp('playable');
    expect((await client.next('app')).data).toBe('listening');
  });

  it('a room greets: everything is emitted in the order it happens, each sentence when it was heard', async () => {
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
    expect(client.apps().find(({ type }) => type === 'assistant.speechStarted')).toMatchObject({
      text: 'Welcome, Ada. Ask me anything.',
      source: 'force-say',
      turn: 0,
      generatedSound: { kind: 'speech', model: 'fake voice', time: '2026-01-01T10:00:00.000Z' },
    });
    expect(client.apps().find(({ type }) => type === 'assistant.speechStarted')).not.toHaveProperty('generated');
    expect(client.heardMs()).toBeCloseTo(500);
  });

  it('a room sends the sound of its greeting while the page connects, and reports it once it plays', async () => {
    const { webCallUrl } = await kit.open({ firstMessage: 'Welcome. Ask me anything.' });
    const client = await joinRoom(webCallUrl);
    expect(kit.speech.requests).toEqual([]);
    client.send({ t: 'join' });
    await client.next('joined');
    await client.sound(400);
    expect(client.received.map(({ t }) => t)).toEqual(['joined']);
    client.sendApp('playable');
    expect((await client.next('app')).data).toBe('listening');
    await client.nextApp('speech-update', ({ status }) => status === 'stopped');
    expect(kit.speech.requests.map(({ text }) => text)).toEqual(['Welcome.', 'Ask me anything.']);
    expect(client.samples.map((frame) => frame[0])).toEqual([...Array(5).fill(1), ...Array(15).fill(2)]);
  });

  it('a room does not take a greeting for played that a page holds back, however long', async () => {
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

  it('a room answers typed messages, and says where the answer comes from before it speaks', async () => {
    const { client } = await kit.enter({ firstMessage: '', variableValues: { visitMode: 'exploration' } });
    client.sendApp(question('Who built the water wheel?'));
    const context = await client.nextApp('tool-calls-result');
    expect(context['toolCallResult']).toMatchObject({ name: 'guide_context', result: expect.stringContaining('"document":"wheel"') });
    await client.nextApp('model-output');
    await client.nextApp('speech-update');
    const started = await client.nextApp('assistant.speechStarted');
    expect(started['generated']).toEqual({ kind: 'quotation' });
    expect(await client.nextApp('transcript', isFinal)).toMatchObject({
      role: 'assistant',
      transcript: expect.stringContaining('Jonas Brook'),
    });
  });

  it('a room asks the tour’s question once more of a visitor who says nothing, and not again', async () => {
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

  it('a room answers no more than a hundred and some questions that a page sends at once', async () => {
    const { client } = await kit.enter({ firstMessage: '' });
    for (let count = 0; count < 300; count++)
      client.sendApp({ type: 'add-message', message: { role: 'user', content: `Question ${count}` } });
    client.sendApp({ type: 'end-call' });
    await client.closed;
    const asked = client.apps().flatMap(({ type, messages }) => (type === 'conversation-update' ? [(messages as object[]).length] : []));
    expect(Math.max(...asked)).toBeGreaterThan(50);
    expect(Math.max(...asked)).toBeLessThan(150);
  });

  it('a room calls a tool before it gives the result, by the same id', async () => {
    const clientMessages = ['tool-calls', 'tool-calls-result'];
    const { client } = await kit.enter({ firstMessage: '', clientMessages, variableValues: { visitMode: 'exploration' } });
    client.sendApp(question('Who built the water wheel?'));
    const result = await client.nextApp('tool-calls-result');
    const [called, ...more] = client.apps().filter(({ type }) => type === 'tool-calls' || type === 'tool-calls-result');
    expect(more).toEqual([result]);
    const { toolCallId } = result['toolCallResult'] as { toolCallId: string };
    expect(toolCallId).toMatch(/^call_[0-9a-f-]{36}$/);
    const tool = { type: 'function', function: { name: 'guide_context' } };
    const call = {
      id: toolCallId,
      type: 'function',
      function: { ...tool.function, arguments: '{"question":"Who built the water wheel?"}' },
    };
    expect(called).toMatchObject({ type: 'tool-calls', toolCallList: [call], toolWithToolCallList: [{ ...tool, toolCall: call }] });
  });

  it('a room sends the words of the model, one turn’s under one id, to who asked for `model-output`', async () => {
    const { client } = await kit.enter({ firstMessage: '', clientMessages: ['model-output', 'transcript'] });
    client.sendApp(question('Who built the water wheel?'));
    const said = await client.nextApp('transcript', isFinal);
    const outputs = client.apps().filter(({ type }) => type === 'model-output');
    expect(outputs.map(({ output }) => output).join('')).toContain(said['transcript']);
    expect([new Set(outputs.map(({ turnId }) => turnId)).size, outputs[0]?.['turnId']]).toEqual([1, expect.any(String)]);
  });

  it('a room sends only the requested messages', async () => {
    const { client } = await kit.enter({ clientMessages: ['transcript'] });
    await client.nextApp('transcript', isFinal);
    expect(new Set(client.apps().map(({ type }) => type))).toEqual(new Set(['transcript']));
  });

  it('a room gives written words to the page and spoken ones to the voice', async () => {
    const replacements = [{ type: 'exact', key: 'Brook', value: 'Bruck', replaceAllEnabled: true }];
    const voice = { provider: '11labs', voiceId: 'en-2', chunkPlan: { formatPlan: { replacements } } };
    const { client } = await kit.enter({ firstMessage: 'Jonas Brook of 1788.', voice });
    expect(await client.nextApp('transcript', isFinal)).toMatchObject({ transcript: 'Jonas Brook of 1788.' });
    expect(kit.speech.requests[0]).toMatchObject({ text: 'Jonas Bruck of seventeen eighty-eight.', timbre: 'en+f2' });
  });

  it('a room speaks at the assistant’s rate', async () => {
    const { client } = await kit.enter({ voice: { provider: '11labs', voiceId: 'en-2', speed: 0.8 } });
    await client.nextApp('transcript', isFinal);
    expect(kit.speech.requests[0]).toMatchObject({ rate: 0.8 });
  });

  it('a room sends no more than 400 ms ahead of what is heard', async () => {
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

  it('a room says that it hangs when the first sound takes more than 2 s', async () => {
    kit.speech.hold();
    const { client } = await kit.enter();
    await client.nextApp('voice-input');
    kit.clock.turn(2001);
    await client.nextApp('hang');
    kit.speech.release();
    await client.nextApp('transcript', isFinal);
  });

  it('a room mutes the guide at once and lets time pass', async () => {
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

  it('a room ends when it has said its last words', async () => {
    const { client } = await kit.enter({ firstMessage: '' });
    client.sendApp({ type: 'say', message: 'Goodbye.', endCallAfterSpoken: true });
    expect(await ended(client)).toMatchObject({ endedReason: 'assistant-ended-call-after-message-spoken' });
    await client.next('participant-left');
    await client.next('bye');
    expect(await client.closed).toBe(1000);
  });

  it.each([
    ['lasts too long', { maxDurationSeconds: 60, silenceTimeoutSeconds: 600 }, 60_000, 'exceeded-max-duration'],
    ['nobody speaks', { silenceTimeoutSeconds: 20 }, 20_000, 'silence-timed-out'],
  ])('a room ends when it %s', async (_, overrides, ms, endedReason) => {
    const { client } = await kit.enter({ firstMessage: '', ...overrides });
    await client.nextApp('assistant.started');
    kit.clock.turn(ms - 1);
    kit.clock.turn(1);
    expect(await ended(client)).toMatchObject({ endedReason });
  });

  it('a room ends with its visitor, or stays open on request', async () => {
    const { client } = await kit.enter();
    client.send({ t: 'leave' });
    await client.next('bye');
    const open = await kit.enter({ firstMessage: '' }, { roomDeleteOnUserLeaveEnabled: false });
    open.client.send({ t: 'leave' });
    await open.client.closed;
    const again = await joinRoom(open.call.webCallUrl);
    await again.enter();
    again.sendApp(question('Hello'));
    await again.nextApp('transcript', isFinal);
    expect(again.received.some((message) => message.t === 'app' && message.data === 'listening')).toBe(false);
  });

  it('a room continues after a lost connection: no sound twice, none missing', async () => {
    const firstMessage = 'One two three four five six. Seven eight nine ten.';
    const { call, client, sessionId } = await kit.enter({ firstMessage }, {}, { playsAtOnce: false });
    await client.sound(400);
    client.drop();
    await client.closed;
    // Of the 400 ms sent, 300 arrived.
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

  it('a room gives a page that returns what the dead connection did not bring, in order, and takes a question that comes twice once', async () => {
    const { call, client, sessionId } = await kit.enter();
    const numbersOf = ({ received }: typeof client) => received.flatMap((message) => ('n' in message ? [message.n] : []));
    const asked = { t: 'app', n: 7, data: JSON.stringify(question('Why are the steps so low?')) } as const;
    client.send(asked);
    await client.nextApp('speech-update', ({ status }) => status === 'started');
    const [before] = [numbersOf(client)];
    // The page had read two of the received messages when its connection died unnoticed.
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

  it('a room belongs to one page: a new one replaces the old one, which cannot come back', async () => {
    const { call, client, sessionId } = await kit.enter();
    const other = await joinRoom(call.webCallUrl);
    await other.enter();
    expect(await client.closed).toBe(roomCloseCodes.replaced);
    const late = await joinRoom(call.webCallUrl);
    late.send({ t: 'join', sessionId, receivedMs: 0 });
    expect(await late.closed).toBe(roomCloseCodes.replaced);
  });

  it('a room that does not exist closes the socket, and so does nonsense', async () => {
    const nowhere = await joinRoom(`${kit.url}/voice/room/00000000-0000-4000-8000-000000000000`);
    expect(await nowhere.closed).toBe(roomCloseCodes.unknownRoom);
    const { client } = await kit.enter();
    client.send({ t: 'dance' } as never);
    expect(await client.closed).toBe(1008);
  });

  it('a room refuses a page whose call ended before it joined, and leaves no timer', async () => {
    const { webCallUrl, monitor } = await kit.open();
    const client = await joinRoom(webCallUrl);
    await kit.post(monitor.controlUrl, { type: 'end-call' }, 'none');
    client.send({ t: 'join' });
    expect([await client.closed, client.received, kit.clock.waiting()]).toEqual([roomCloseCodes.unknownRoom, [], 0]);
  });
});
