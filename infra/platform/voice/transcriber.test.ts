import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { readBody, startLocalServer } from '../testing/local-server.ts';
import { createTurnedClock, type TurnedClock } from '../testing/turned-clock.ts';
import { createTranscriber, type Transcribe } from './transcriber.ts';

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
    asked = await readBody(request);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Pieces that end at any byte.
    for (let at = 0; at < body.length; at += 7) response.write(body.slice(at, at + 7));
    if (ends) response.end();
  });
  const partials: string[] = [];
  const transcript = await createTranscriber(
    { url, model: 'base' },
    createTurnedClock(),
  )({ ...utterance, signal: new AbortController().signal, onPartial: (text) => partials.push(text) }).catch((error: Error) => error.name);
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

describe('a transcription service that does not answer', () => {
  let clock: TurnedClock;
  let transcribe: Transcribe;
  let asked: Promise<void>;
  let server: Awaited<ReturnType<typeof startLocalServer>>;
  beforeEach(async () => {
    let onRequest = () => {};
    asked = new Promise((resolve) => {
      onRequest = resolve;
    });
    server = await startLocalServer(() => onRequest());
    clock = createTurnedClock();
    transcribe = createTranscriber({ url: `${server.url}/`, model: 'base' }, clock);
  });
  afterEach(() => server.close());

  it('A transcription without an answer fails after 10 s', async () => {
    const transcript = transcribe({ ...utterance, signal: new AbortController().signal });
    await asked;
    clock.turn(10_000);
    await expect(transcript).rejects.toMatchObject({ code: 'transcription' });
    expect(clock.waiting()).toBe(0);
  });

  it('The end of a call ends its transcription', async () => {
    const call = new AbortController();
    const transcript = transcribe({ ...utterance, signal: call.signal });
    await asked;
    call.abort(new Error('the call has ended'));
    await expect(transcript).rejects.toThrow('the call has ended');
    expect(clock.waiting()).toBe(0);
  });
});
