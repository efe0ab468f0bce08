import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from '@rstest/core';
import { startLocalServer } from '../testing/local-server.ts';
import { createTurnedClock, type TurnedClock } from '../testing/turned-clock.ts';
import { createTranscriber } from './transcriber.ts';

const utterance = { samples: new Int16Array(1600), sampleRate: 16_000, language: 'en' } as const;

const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const text = 'Who built it?';
const deltas = [
  { type: 'transcript.text.delta', delta: 'Who built' },
  { type: 'transcript.text.delta', delta: ' it?' },
];
const streams: [string, string, boolean][] = [
  ['OpenAI, whose connection stays open after the last event', sse(...deltas, { type: 'transcript.text.done', text }), false],
  ['speaches without event types', sse({ text: 'Who built' }, { text: ' it?' }), true],
  ['WhisperLive, whose end is a mark', `${sse({ text: 'Who built' }, { text: ' it?' })}data: [DONE]\n\n`, false],
  ['a service without an event of the end', sse(...deltas), true],
];
const serve = async (body: string, ends: boolean) => {
  let asked = '';
  const { url, close } = await startLocalServer(async (request, response) => {
    asked = String(await buffer(request));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Pieces that end at any byte.
    for (let at = 0; at < body.length; at += 7) response.write(body.slice(at, at + 7));
    if (ends) response.end();
  });
  const partials: string[] = [];
  const transcribe = createTranscriber({ url, model: 'base' }, createTurnedClock());
  const listening = { signal: new AbortController().signal, onPartial: (text: string) => partials.push(text) };
  const transcript = await transcribe({ ...utterance, ...listening }).catch((error: Error) => error.name);
  await close();
  return { transcript, partials, asksForStream: /name="stream"\s+true/.test(asked) };
};

it.each(streams)('A streamed transcription is read word by word from %s', async (_, body, ends) => {
  expect(await serve(body, ends)).toEqual({ transcript: { text }, partials: ['Who built', text], asksForStream: true });
});

it.each([
  ['an error', sse({ error: 'out of memory' })],
  ['nothing', ''],
  ['an event that is not JSON', 'data: {\n\n'],
])('A streamed transcription that sends %s fails', async (_, body) => {
  expect(await serve(body, true)).toEqual({ transcript: 'TranscriptionError', partials: [], asksForStream: true });
});

it.each<[string, object, (clock: TurnedClock, call: AbortController) => void]>([
  ['10 s without an answer', { code: 'transcription' }, (clock) => clock.turn(10_000)],
  ['the end of its call', { message: 'over' }, (_, call) => call.abort(new Error('over'))],
])('A transcription fails after %s, and leaves no timer', async (_, error, end) => {
  const requests: unknown[] = [];
  const server = await startLocalServer((request) => void requests.push(request));
  onTestFinished(() => server.close());
  const [clock, call] = [createTurnedClock(), new AbortController()];
  const transcript = createTranscriber({ url: `${server.url}/`, model: 'base' }, clock)({ ...utterance, signal: call.signal });
  await expect.poll(() => requests).toHaveLength(1);
  end(clock, call);
  await expect(transcript).rejects.toMatchObject(error);
  expect(clock.waiting()).toBe(0);
});
