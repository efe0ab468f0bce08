import fastify from 'fastify';
import type { MuseumContent } from '../../content/content.ts';
import { createGuide, type Guide } from '../../guide/guide.ts';
import { answerErrors } from '../../services/http.ts';
import { mill, sampleContent } from '../../testing/sample-content.ts';
import { createTurnedClock } from '../../testing/turned-clock.ts';
import { registerVoiceRoutes } from '../calls.ts';
import { createTranscriber, type TranscriptionService } from '../transcriber.ts';
import { createFakeSpeech } from './fake-speech.ts';
import { joinRoom } from './room-client.ts';

export const vapiKey = 'vapi-private-key';

export const everyMessage = [
  'conversation-update',
  'hang',
  'model-output',
  'speech-update',
  'status-update',
  'transcript',
  'tool-calls-result',
  'user-interrupted',
  'voice-input',
  'assistant.started',
  'assistant.speechStarted',
];

interface OpenedCall {
  id: string;
  webCallUrl: string;
  monitor: { controlUrl: string };
}

export async function startVoiceTestKit(
  transcription?: TranscriptionService,
  createGuideOf: (museum: MuseumContent) => Guide = createGuide,
) {
  const clock = createTurnedClock();
  const speech = createFakeSpeech();
  const waitedMs: number[] = [];
  const { museums } = sampleContent;
  const guides = new Map(museums.map((museum) => [museum, createGuideOf(museum)]));
  const app = fastify({ forceCloseConnections: true });
  answerErrors(app, app.log);
  registerVoiceRoutes(app, {
    ...{ museums, speech, clock, vapiKey, log: app.log, leadMs: 400 },
    onFirstSound: (ms) => void waitedMs.push(ms),
    guideOf: (museum) => guides.get(museum) ?? createGuideOf(museum),
    transcribe: transcription && createTranscriber(transcription, clock),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const post = (path: string, body: unknown, key = vapiKey) =>
    fetch(path.startsWith('/') ? url + path : path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const open = async (overrides: object = {}, more: object = {}): Promise<OpenedCall> => {
    const assistantOverrides = { firstMessage: 'Welcome to the mill.', clientMessages: everyMessage, ...overrides };
    const answer = await post('/call/web', { assistantId: mill.assistantId, assistantOverrides, ...more });
    return (await answer.json()) as OpenedCall;
  };
  return {
    ...{ url, clock, speech, post, open },
    waitedMs,
    async enter(overrides: object = {}, more: object = {}, options: Parameters<typeof joinRoom>[1] = {}) {
      const call = await open(overrides, more);
      const client = await joinRoom(call.webCallUrl, options);
      const sessionId = await client.enter();
      return { call, client, sessionId };
    },
    close: () => app.close(),
  };
}

export type VoiceTestKit = Awaited<ReturnType<typeof startVoiceTestKit>>;
