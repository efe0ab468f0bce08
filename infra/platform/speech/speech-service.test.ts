import { writeWav } from '@enfilade/shared-contracts/kit/wav';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createMp3Encoder } from 'wasm-media-encoders';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech, type FakeSpeech } from '../voice/testing/fake-speech.ts';
import { decodeSound } from './decode-sound.ts';
import { type SpeechRequest, type SpokenWord, speechSampleRate } from './speech.ts';
import { createServiceSpeech, type SpeechService } from './speech-service.ts';
import { bytesOf, type ScriptedSpeech, type SpeechScript, startScriptedSpeech, tone } from './testing/scripted-speech.ts';

const request: SpeechRequest = {
  ...{ text: 'The gate was forged in 1703.', timbre: 'en', pitch: 50, speed: 150 },
  hosted: { voice: 'af_heart', language: 'en' },
};

describe('a service that speaks', () => {
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
    let isOther = false;
    let billed = 0;
    const job = speech.say(
      { ...request, ...change },
      {
        onAudio: (samples) => sound.push(...samples),
        onOtherVoice: () => {
          isOther = true;
        },
        onBilled: (characters) => {
          billed += characters;
        },
        onWords: (more) => words.push(...more.map((word) => ({ ...word, heardMs: (1000 * sound.length) / speechSampleRate }))),
      },
    );
    await job.done;
    return { seconds: sound.length / speechSampleRate, loudest: Math.max(0, ...sound), words, isOther, billed };
  }

  const formats: [string, SpeechScript][] = [
    [
      'bare samples in pieces, as OpenAI and Kokoro stream them',
      async (response) => {
        response.writeHead(200, { 'content-type': 'audio/pcm' });
        const bytes = bytesOf(tone(24_000));
        // Cut inside a sample.
        for (let at = 0; at < bytes.length; at += 4_801) response.write(bytes.subarray(at, at + 4_801));
        response.end();
      },
    ],
    [
      'bare samples at the rate the answer names',
      (response) => void response.writeHead(200, { 'content-type': 'audio/L16; rate=16000' }).end(bytesOf(tone(16_000))),
    ],
    ['a whole WAV file', (response) => void response.writeHead(200, { 'content-type': 'audio/wav' }).end(writeWav(tone(48_000), 48_000))],
    [
      'a WAV file of unknown length, its header in pieces',
      async (response) => {
        const file = Buffer.from(writeWav(tone(22_050), 22_050));
        file.writeUInt32LE(0xffff_ffff, 4);
        file.writeUInt32LE(0xffff_ffff, 40);
        response.writeHead(200, { 'content-type': 'audio/x-wav' });
        for (const part of [file.subarray(0, 3), file.subarray(3, 30), file.subarray(30)]) {
          response.write(part);
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      },
    ],
    [
      'a WAV file whose header counts no samples, as a pipe writes it',
      (response) => {
        const file = Buffer.from(writeWav(tone(24_000), 24_000));
        file.writeUInt32LE(0, 4);
        file.writeUInt32LE(0, 40);
        response.writeHead(200, { 'content-type': 'audio/wav', 'transfer-encoding': 'chunked' }).end(file);
      },
    ],
    [
      'MP3, though samples were asked for',
      async (response) => {
        const encoder = await createMp3Encoder();
        encoder.configure({ channels: 1, sampleRate: 24_000, bitrate: 64 });
        const parts = [encoder.encode([Float32Array.from(tone(24_000), (sample) => sample / 0x8000)]).slice(), encoder.finalize().slice()];
        response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.concat(parts));
      },
    ],
  ];

  it.each(['audio/mpeg', 'audio/wav', 'audio/pcm'])(
    'a service that speaks as %s is held from its beginning: fetch throws away what nobody reads yet',
    async (type) => {
      const response = new Response(new Uint8Array(4_800), { headers: { 'content-type': type } });
      Object.defineProperty(response, 'url', { value: 'http://speech.test/' });
      await decodeSound(response, 22_050).catch(() => undefined);
      expect(response.body?.locked).toBe(true);
    },
  );

  it('a service that speaks gets no request for a voice that the museum does not name there, and serves all others', async () => {
    server.answers((response) => void response.end(bytesOf(tone(24_000))));
    const speech = speechOf();
    const { hosted: _, ...own } = request;
    await speech.say(own, { onAudio: () => {}, onWords: () => {} }).done;
    expect([server.heard, failures, fallback.requests]).toEqual([[], [], [own]]);
    expect(await hear(speech)).toMatchObject({ isOther: false, billed: request.text.length });
    expect(server.heard).toHaveLength(1);
  });

  it('a service that speaks is heard from its first sound on, before the rest of what it sent at once is made', async () => {
    server.answers(
      (response) => void response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.concat(Array(20).fill(bytesOf(tone(24_000))))),
    );
    let turns = 0;
    const heardAt: number[] = [];
    const count = () => {
      turns += 1;
      if (heardAt.at(-1) !== -1) setImmediate(count);
    };
    setImmediate(count);
    await speechOf().say(request, { onAudio: () => heardAt.push(turns), onWords: () => {} }).done;
    const sockets = new Set(heardAt);
    heardAt.push(-1);
    expect(sockets.size).toBeGreaterThan(50);
  });

  it.each(formats)('a service that speaks is heard when it sends %s', async (_, answer) => {
    server.answers(answer);
    const { seconds, loudest, words } = await hear();
    expect(failures).toEqual([]);
    expect(seconds).toBeGreaterThan(0.48);
    expect(seconds).toBeLessThan(0.62);
    expect(loudest).toBeGreaterThan(8_000);
    expect(loudest).toBeLessThan(11_000);
    // The first word is available at once, and no word comes after the sound it begins in.
    expect(words[0]).toMatchObject({ ms: 0, offset: 0, length: 3 });
    expect(words.filter(({ ms, heardMs }) => heardMs > ms)).toEqual([]);
  });

  it('a service that speaks is asked in OpenAI’s shape, with or without the version in the address', async () => {
    server.answers((response) => void response.end(bytesOf(tone(24_000))));
    await hear();
    await hear(speechOf({ url: `${server.url}/v1/`, key: undefined }));
    expect(server.heard.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/audio/speech', 'Bearer k'],
      ['/v1/audio/speech', undefined],
    ]);
    expect(server.heard[0]?.body).toEqual({
      ...{ model: 'kokoro', input: request.text, voice: 'af_heart', response_format: 'pcm' },
      // OpenAI's own, which speaches would not keep to by itself.
      sample_rate: 24_000,
    });
  });

  it('a service that speaks is asked in ElevenLabs’ shape, at the rate that is needed', async () => {
    server.answers((response) => void response.end(bytesOf(tone(speechSampleRate))));
    expect((await hear(speechOf({ kind: 'elevenlabs' }))).seconds).toBe(0.5);
    expect(server.heard.map(({ path, headers }) => [path, headers['xi-api-key']])).toEqual([
      [`/v1/text-to-speech/af_heart/stream?output_format=pcm_${speechSampleRate}`, 'k'],
    ]);
    expect(server.heard[0]?.body).toEqual({ text: request.text, model_id: 'kokoro', language_code: 'en' });
  });

  it.each([
    ['openai', { speed: 0.8 }],
    ['elevenlabs', { voice_settings: { speed: 0.8 } }],
  ] as const)('a service that speaks is asked for the visitor’s rate as %s has it', async (kind, asked) => {
    server.answers((response) => void response.end(bytesOf(tone(speechSampleRate))));
    await hear(speechOf({ kind }), { rate: 0.8 });
    expect(server.heard[0]?.body).toMatchObject(asked);
  });

  const json = { 'content-type': 'application/json' };
  const refuse =
    (status: number, body: object, headers: Record<string, string> = {}): SpeechScript =>
    (response) =>
      void response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
  /** What the services answer, as their sources and documents have it, and how long they are left alone then. */
  const refusals: [string, SpeechScript, number][] = [
    ['Kokoro-FastAPI without the voice', refuse(400, { detail: { error: 'validation_error', message: "Voice 'x' not found." } }), 30_000],
    ['Kokoro-FastAPI without the model', refuse(400, { detail: { error: 'invalid_model', message: 'Unsupported model: x' } }), 30_000],
    ['speaches without the model', refuse(404, { detail: "Model 'x' is not installed locally." }), 30_000],
    ['speaches that does not know a voice', refuse(422, { detail: 'Voice not found' }), 30_000],
    ['OpenAI with a key that is none', refuse(401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } }), 30_000],
    ['OpenAI that is asked too often', refuse(429, { error: { code: 'rate_limit_exceeded' } }, { 'retry-after': '7' }), 7_000],
    ['OpenAI whose quota is used up', refuse(429, { error: { code: 'insufficient_quota' } }), 30_000],
    ['ElevenLabs that is busy', refuse(429, { detail: { status: 'too_many_concurrent_requests' } }), 30_000],
    ['a proxy that names a date', refuse(503, {}, { 'retry-after': 'Fri, 20 Nov 2026 19:00:00 GMT' }), 30_000],
    ['a proxy that names a day', refuse(503, {}, { 'retry-after': '86400' }), 600_000],
  ];

  it.each(refusals)('a service that speaks that is %s is asked again when it wants to be', async (_, answer, restMs) => {
    server.answers(answer);
    const speech = speechOf();
    expect(await hear(speech)).toMatchObject({ isOther: true, billed: 0 });
    clock.turn(restMs - 1);
    await hear(speech);
    expect(server.heard.length).toBe(1);
    clock.turn(1);
    await hear(speech);
    expect(server.heard.length).toBe(2);
  });

  const faults: [string, SpeechScript][] = [
    ['knows the voice not', (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{}')],
    ['is out of order', (response) => void response.destroy()],
    ['sends no sound at all', (response) => void response.writeHead(200, { 'content-type': 'audio/pcm' }).end()],
    ['answers with words', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"busy"}')],
    ['sends a WAV file that ends in its header', (response) => void response.end('RIFF')],
  ];

  it.each(faults)(
    'a service that speaks that %s leaves the sentence to our own voice, and is left alone for a while',
    async (_, answer) => {
      server.answers(answer);
      const speech = speechOf();
      expect((await hear(speech)).isOther).toBe(true);
      expect([fallback.requests.length, failures.length]).toEqual([1, 1]);
      expect((await hear(speech)).isOther).toBe(true);
      expect([fallback.requests.length, server.heard.length]).toEqual([2, 1]);
      clock.turn(30_000);
      server.answers((response) => void response.end(bytesOf(tone(24_000))));
      expect(await hear(speech)).toMatchObject({ isOther: false, seconds: expect.closeTo(0.5, 1) });
    },
  );

  it('a service that speaks that is silent for three seconds is not waited for', async () => {
    const asked = new Promise<void>((resolve) => server.answers(() => resolve()));
    const heard = hear();
    await asked;
    clock.turn(3_000);
    await heard;
    expect([fallback.requests.length, failures]).toEqual([1, [expect.stringContaining('silent for 3000 ms')]]);
    expect(clock.waiting()).toBe(0);
  });

  it('a service that speaks that breaks off in the middle ends the sentence: it is not begun again in another voice', async () => {
    server.answers((response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      response.write(bytesOf(tone(24_000)), () => response.destroy());
    });
    expect((await hear()).seconds).toBeGreaterThan(0.4);
    expect([fallback.requests, failures.length]).toEqual([[], 1]);
  });

  it('a service that speaks is left at once by who does not listen any more', async () => {
    const asked = new Promise<void>((resolve) => server.answers(() => resolve()));
    const job = speechOf().say(request, { onAudio: () => {}, onWords: () => {} });
    await asked;
    job.cancel();
    await job.done;
    await expect.poll(() => server.closed).toHaveLength(1);
    expect([fallback.requests, failures]).toEqual([[], []]);
  });
});
