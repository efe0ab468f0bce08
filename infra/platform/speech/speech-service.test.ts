import { writeWav } from '@enfilade/shared-contracts/kit/wav';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { createMp3Encoder } from 'wasm-media-encoders';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech, type FakeSpeech } from '../voice/testing/fake-speech.ts';
import { decodeSound } from './decode-sound.ts';
import { type SpeechListener, type SpeechRequest, type SpokenWord, speechSampleRate } from './speech.ts';
import { createServiceSpeech, type SpeechService } from './speech-service.ts';
import { bytesOf, type ScriptedSpeech, type SpeechScript, startScriptedSpeech, tone } from './testing/scripted-speech.ts';

const request: SpeechRequest = {
  ...{ text: 'The gate was forged in 1703.', timbre: 'en', pitch: 50, speed: 150 },
  hosted: { voice: 'af_heart', language: 'en' },
};

const { signal } = new AbortController();
let server: ScriptedSpeech;
let fallback: FakeSpeech;
let clock: ReturnType<typeof createTurnedClock>;
let failures: string[];
beforeEach(async () => {
  server = await startScriptedSpeech();
  fallback = createFakeSpeech();
  clock = createTurnedClock();
  failures = [];
});
afterEach(() => server.close());

const speechOf = (service: Partial<SpeechService> = {}) =>
  createServiceSpeech({
    ...{ fallback, clock },
    service: { url: server.url, key: 'k', model: 'kokoro', kind: 'openai', ...service },
    onFailure: (error) => failures.push(String(error)),
  });

async function hear(speech = speechOf(), change: { rate?: number } = {}) {
  const sound: number[] = [];
  const words: (SpokenWord & { heardMs: number })[] = [];
  const others: string[] = [];
  const bills = [0];
  const listener: SpeechListener = {
    onAudio: (samples) => sound.push(...samples),
    onOtherVoice: (model) => others.push(model),
    onBilled: (characters) => bills.push(characters),
    onWords: (more) => words.push(...more.map((word) => ({ ...word, heardMs: (1000 * sound.length) / speechSampleRate }))),
  };
  await speech.say({ ...request, ...change }, listener, signal);
  const billed = bills.reduce((sum, bill) => sum + bill);
  return { seconds: sound.length / speechSampleRate, loudest: Math.max(0, ...sound), words, isOther: others.length > 0, billed };
}

function wavOf(rate: number, length: number): Buffer {
  const file = Buffer.from(writeWav(tone(rate), rate));
  for (const at of [4, 40]) file.writeUInt32LE(length, at);
  return file;
}

const sends =
  (type: string, ...pieces: Uint8Array[]): SpeechScript =>
  async (response) => {
    response.writeHead(200, { 'content-type': type, 'transfer-encoding': 'chunked' });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  };

const [pcm, unknownWav] = [bytesOf(tone(24_000)), wavOf(22_050, 0xffff_ffff)];
const oddPieces = [0, 1, 2, 3, 4].map((at) => pcm.subarray(4_801 * at, 4_801 * (at + 1)));
const formats: [string, SpeechScript][] = [
  // An odd length cuts a sample of two bytes.
  ['samples without a header in pieces, as OpenAI and Kokoro do', sends('audio/pcm', ...oddPieces)],
  [
    'samples without a header at the rate in its content type',
    (response) => void response.writeHead(200, { 'content-type': 'audio/L16; rate=16000' }).end(bytesOf(tone(16_000))),
  ],
  ['a whole WAV file', (response) => void response.writeHead(200, { 'content-type': 'audio/wav' }).end(writeWav(tone(48_000), 48_000))],
  [
    'a WAV file of unknown length, its header in pieces',
    sends('audio/x-wav', unknownWav.subarray(0, 3), unknownWav.subarray(3, 30), unknownWav.subarray(30)),
  ],
  ['a WAV file with a length of 0 in its header, as ffmpeg writes to a pipe', sends('audio/wav', wavOf(24_000, 0))],
  [
    'MP3 instead of the requested samples',
    async (response) => {
      const encoder = await createMp3Encoder();
      encoder.configure({ channels: 1, sampleRate: 24_000, bitrate: 64 });
      const parts = [encoder.encode([Float32Array.from(tone(24_000), (sample) => sample / 0x8000)]).slice(), encoder.finalize().slice()];
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.concat(parts));
    },
  ],
];
const sendsTone: SpeechScript = (response) => void response.end(pcm);

it.each(['audio/mpeg', 'audio/wav', 'audio/pcm'])(
  'decodeSound locks a body of the type %s at once, because fetch cancels a body without a reader',
  async (type) => {
    const response = new Response(new Uint8Array(4_800), { headers: { 'content-type': type } });
    Object.defineProperty(response, 'url', { value: 'http://speech.test/' });
    await decodeSound(response, 22_050).catch(() => undefined);
    expect(response.body?.locked).toBe(true);
  },
);

it('A speech service gets no request for a voice without a provider’s id', async () => {
  server.answers(sendsTone);
  const speech = speechOf();
  const { hosted: _, ...own } = request;
  await speech.say(own, { onAudio: () => {}, onWords: () => {} }, signal);
  expect([server.heard, failures, fallback.requests]).toEqual([[], [], [own]]);
  expect(await hear(speech)).toMatchObject({ isOther: false, billed: request.text.length });
  expect(server.heard).toHaveLength(1);
});

it('Sound of a speech service is passed on before all of it is resampled', async () => {
  server.answers((response) => void response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.concat(Array(20).fill(pcm))));
  let turns = 0;
  const heardAt: number[] = [];
  const count = () => {
    turns += 1;
    if (heardAt.at(-1) !== -1) setImmediate(count);
  };
  setImmediate(count);
  await speechOf().say(request, { onAudio: () => heardAt.push(turns), onWords: () => {} }, signal);
  const sockets = new Set(heardAt);
  heardAt.push(-1);
  expect(sockets.size).toBeGreaterThan(50);
});

it.each(formats)('A speech service may send %s', async (_, answer) => {
  server.answers(answer);
  const { seconds, loudest, words } = await hear();
  expect(failures).toEqual([]);
  expect([seconds > 0.48, seconds < 0.62, loudest > 8_000, loudest < 11_000], `${seconds} s, ${loudest}`).not.toContain(false);
  // The first word comes at once, and no word comes after its sound.
  expect(words[0]).toMatchObject({ ms: 0, offset: 0, length: 3 });
  expect(words.filter(({ ms, heardMs }) => heardMs > ms)).toEqual([]);
});

it('A request in OpenAI’s shape has the version in its path exactly once, and the visitor’s speaking rate', async () => {
  server.answers(sendsTone);
  await hear();
  await hear(speechOf({ url: `${server.url}/v1/`, key: undefined }));
  expect(server.heard.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/audio/speech', 'Bearer k'],
    ['/v1/audio/speech', undefined],
  ]);
  expect(server.heard[0]?.body).toEqual({
    ...{ model: 'kokoro', input: request.text, voice: 'af_heart', response_format: 'pcm' },
    // OpenAI's rate, which speaches uses only on request.
    sample_rate: 24_000,
  });
  await hear(speechOf(), { rate: 0.8 });
  expect(server.heard.at(-1)?.body).toMatchObject({ speed: 0.8 });
});

it('A request in ElevenLabs’ shape asks for the needed sample rate and the visitor’s speaking rate', async () => {
  server.answers((response) => void response.end(bytesOf(tone(speechSampleRate))));
  expect((await hear(speechOf({ kind: 'elevenlabs' }))).seconds).toBe(0.5);
  expect(server.heard.map(({ path, headers }) => [path, headers['xi-api-key']])).toEqual([
    [`/v1/text-to-speech/af_heart/stream?output_format=pcm_${speechSampleRate}`, 'k'],
  ]);
  expect(server.heard[0]?.body).toEqual({ text: request.text, model_id: 'kokoro', language_code: 'en' });
  await hear(speechOf({ kind: 'elevenlabs' }), { rate: 0.8 });
  expect(server.heard[1]?.body).toMatchObject({ voice_settings: { speed: 0.8 } });
});

const json = { 'content-type': 'application/json' };
const refuse =
  (status: number, body: object, headers: Record<string, string> = {}): SpeechScript =>
  (response) =>
    void response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
/** Answers of services, as their sources and documents have them, and how long each service gets no further request. */
const refusals: [string, SpeechScript, number, isBilled?: boolean][] = [
  ['Kokoro-FastAPI without the voice', refuse(400, { detail: { error: 'validation_error', message: "Voice 'x' not found." } }), 30_000],
  ['Kokoro-FastAPI without the model', refuse(400, { detail: { error: 'invalid_model', message: 'Unsupported model: x' } }), 30_000],
  ['speaches without the model', refuse(404, { detail: "Model 'x' is not installed locally." }), 30_000],
  ['speaches without the voice', refuse(422, { detail: 'Voice not found' }), 30_000],
  ['OpenAI with a wrong key', refuse(401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } }), 30_000],
  ['OpenAI after too many requests', refuse(429, { error: { code: 'rate_limit_exceeded' } }, { 'retry-after': '7' }), 7_000],
  ['OpenAI without quota', refuse(429, { error: { code: 'insufficient_quota' } }), 30_000],
  ['ElevenLabs with too many concurrent requests', refuse(429, { detail: { status: 'too_many_concurrent_requests' } }), 30_000],
  ['a proxy that names a date', refuse(503, {}, { 'retry-after': 'Fri, 20 Nov 2026 19:00:00 GMT' }), 30_000],
  ['a proxy that names a day', refuse(503, {}, { 'retry-after': '86400' }), 600_000],
  ['a service that closes the connection', (response) => void response.destroy(), 30_000],
  ['a service that sends no sound', (response) => void response.writeHead(200, { 'content-type': 'audio/pcm' }).end(), 30_000, true],
  ['a service that answers with JSON', refuse(200, { error: 'busy' }), 30_000, true],
  ['a service that sends a WAV file without samples', (response) => void response.end('RIFF'), 30_000, true],
];

it.each(refusals)(
  'Our own voice speaks in place of %s, which gets its next request only after the pause',
  async (_, answer, restMs, isBilled = false) => {
    server.answers(answer);
    const speech = speechOf();
    const heard = await hear(speech);
    expect([heard.isOther, heard.billed > 0, fallback.requests.length, failures.length]).toEqual([true, isBilled, 1, 1]);
    clock.turn(restMs - 1);
    expect(await hear(speech)).toMatchObject({ isOther: true });
    expect([fallback.requests.length, server.heard.length]).toEqual([2, 1]);
    clock.turn(1);
    server.answers(sendsTone);
    expect(await hear(speech)).toMatchObject({ isOther: false, billed: request.text.length, seconds: expect.closeTo(0.5, 1) });
  },
);

it('Our own voice speaks after three seconds of silence from the speech service', async () => {
  const asked = new Promise<void>((resolve) => server.answers(() => resolve()));
  const heard = hear();
  await asked;
  clock.turn(3_000);
  await heard;
  expect([fallback.requests.length, failures]).toEqual([1, [expect.stringContaining('silent for 3000 ms')]]);
  expect(clock.waiting()).toBe(0);
});

it('A sentence whose sound breaks off is not spoken again in another voice', async () => {
  server.answers((response) => {
    response.writeHead(200, { 'content-type': 'audio/pcm' });
    response.write(pcm, () => response.destroy());
  });
  expect((await hear()).seconds).toBeGreaterThan(0.4);
  expect([fallback.requests, failures.length]).toEqual([[], 1]);
});

it('Cancelling a sentence ends the request to the speech service', async () => {
  const asked = new Promise<void>((resolve) => server.answers(() => resolve()));
  const cancelling = new AbortController();
  const done = speechOf().say(request, { onAudio: () => {}, onWords: () => {} }, cancelling.signal);
  await asked;
  cancelling.abort();
  await done;
  await expect.poll(() => server.closed).toHaveLength(1);
  expect([fallback.requests, failures]).toEqual([[], []]);
});
