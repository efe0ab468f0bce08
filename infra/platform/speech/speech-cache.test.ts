import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasSoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { mill, millContent } from '../testing/sample-content.ts';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech, type FakeSpeech } from '../voice/testing/fake-speech.ts';
import { listFixedSentences } from './fixed-sentences.ts';
import { type SpeechRequest, type SpokenWord, silence, speechSampleRate } from './speech.ts';
import { createCachedSpeech } from './speech-cache.ts';
import { createServiceSpeech } from './speech-service.ts';
import { bytesOf, startScriptedSpeech, tone } from './testing/scripted-speech.ts';

const voice = { timbre: 'en', pitch: 50, speed: 150, hosted: { voice: 'af_heart', language: 'en' as const } };
const welcome: SpeechRequest = { ...voice, text: 'Welcome to the mill.' };
const wheel: SpeechRequest = { ...voice, text: 'The wheel is of oak.' };

describe('sentences that are kept', () => {
  let server: Awaited<ReturnType<typeof startScriptedSpeech>>;
  let directory: string;
  let fallback: FakeSpeech;
  let logged: string[];
  let atOnce: number[];
  const never = new AbortController().signal;
  beforeEach(async () => {
    server = await startScriptedSpeech();
    atOnce = [];
    let running = 0;
    server.answers(async (response) => {
      atOnce.push(++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      response.writeHead(200, { 'content-type': 'audio/pcm' }).end(bytesOf(tone(24_000)));
    });
    directory = await mkdtemp(path.join(tmpdir(), 'speech-'));
    fallback = createFakeSpeech();
    logged = [];
  });
  afterEach(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  const open = (limitBytes = 1_000_000, model = 'kokoro') => {
    const clock = createTurnedClock();
    const service = { url: server.url, model, kind: 'openai' } as const;
    const options = { service, clock, onFailure: (error: unknown) => logged.push(String(error)) };
    const stream = { write: (line: string) => void logged.push(line) };
    const log: FastifyBaseLogger = fastify({ logger: { stream } }).log;
    const speech = createServiceSpeech({ ...options, fallback });
    return createCachedSpeech({
      directory,
      limitBytes,
      service,
      clock,
      log,
      speech,
      serviceSpeech: createServiceSpeech({ ...options, fallback: silence }),
    });
  };
  async function* list(...requests: SpeechRequest[]) {
    yield* requests;
  }
  async function hear(speech: ReturnType<typeof open>, request: SpeechRequest) {
    const heard = { samples: 0, words: [] as SpokenWord[] };
    await speech.say(request, {
      onAudio: (samples) => {
        heard.samples += samples.length;
      },
      onWords: (words) => heard.words.push(...words),
    }).done;
    return heard;
  }
  const files = async () => (await readdir(directory)).filter((name) => name.endsWith('.wav'));
  const asked = () => server.heard.map(({ body }) => body['input']);

  it('sentences that are kept are spoken in advance one after the other, and heard from the folder after a restart', async () => {
    await open().warm(list(welcome, wheel), never);
    expect([asked(), atOnce, logged.join()]).toEqual([[welcome.text, wheel.text], [1, 1], expect.stringContaining('"made":2,"kept":0')]);
    // Left by a process that was killed while it wrote.
    await writeFile(path.join(directory, `${'a'.repeat(64)}.wav.part`), 'half');
    const speech = open();
    await speech.warm(list(welcome, wheel), never);
    expect(await readdir(directory)).toEqual(await files());
    const { samples, words } = await hear(speech, welcome);
    expect([samples, words.map(({ offset }) => offset), words.at(-1)?.ms]).toEqual([speechSampleRate / 2, [0, 8, 11, 15], 375]);
    expect([server.heard.length, logged.join()]).toEqual([2, expect.stringContaining('"made":0,"kept":2')]);
  });

  it('sentences that are kept carry the mark of generated sound', async () => {
    await open().warm(list(welcome), never);
    const [name = ''] = await files();
    const file = await readFile(path.join(directory, name));
    expect([hasSoundMark(file), file.toString('latin1').includes('kokoro')]).toEqual([true, true]);
  });

  it('sentences that are kept are kept in other voices once they were spoken in them; what is said to one visitor alone never', async () => {
    const speech = open();
    await speech.warm(list(welcome), never);
    const other = { ...welcome, hosted: { ...voice.hosted, voice: 'bf_emma' } };
    for (const request of [other, other, wheel, wheel]) await hear(speech, request);
    expect(server.heard.map(({ body }) => [body['voice'], body['input']])).toEqual([
      ['af_heart', welcome.text],
      ['bf_emma', welcome.text],
      ['af_heart', wheel.text],
      ['af_heart', wheel.text],
    ]);
    expect(await files()).toHaveLength(2);
    await open(1_000_000, 'other model').warm(list(welcome), never);
    expect(await files()).toHaveLength(3);
  });

  it.each([
    ['cut', (file: Buffer) => file.subarray(0, -1_000)],
    ['changed in one bit', (file: Buffer) => Buffer.from(file.map((byte, at) => (at === file.length - 7 ? byte ^ 1 : byte)))],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('no sound')],
  ])('sentences that are kept are made again where a file is %s', async (_, spoil) => {
    await open().warm(list(welcome), never);
    const [name = ''] = await files();
    const whole = await readFile(path.join(directory, name));
    await writeFile(path.join(directory, name), spoil(whole));
    const speech = open();
    await speech.warm(list(welcome), never);
    expect((await hear(speech, welcome)).samples).toBe(speechSampleRate / 2);
    expect(server.heard.length).toBe(2);
    expect((await stat(path.join(directory, name))).size).toBe(whole.length);
  });

  it('sentences that are kept take no more room than they may: nothing is made in advance then, and the longest unused one goes', async () => {
    const speech = open(30_000);
    await speech.warm(list(welcome, wheel), never);
    expect([(await files()).length, logged.join()]).toEqual([1, expect.stringContaining('"stopped":"their folder is full"')]);
    await hear(speech, wheel);
    await expect.poll(files).toHaveLength(1);
    const asking = server.heard.length;
    await hear(speech, wheel);
    expect(server.heard.length).toBe(asking);
  });

  it('sentences that are kept are given up when the service fails, without another voice; none of them is lost that is asked for', async () => {
    server.answers((response) => void response.writeHead(503).end());
    const speech = open();
    await speech.warm(list(welcome, wheel), never);
    expect([server.heard.length, fallback.requests, logged.join()]).toEqual([
      1,
      [],
      expect.stringContaining('"stopped":"the service failed"'),
    ]);
    expect((await hear(speech, wheel)).samples).toBeGreaterThan(0);
    expect([fallback.requests.length, await files()]).toEqual([1, []]);
  });

  it('sentences that are kept are never half a sentence', async () => {
    const speech = open();
    server.answers((response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      response.write(bytesOf(tone(24_000)), () => response.destroy());
    });
    await speech.warm(list(welcome), never);
    await hear(speech, welcome);
    expect(await files()).toEqual([]);
  });

  it('sentences that are kept wait while a visitor listens, and end with the site', async () => {
    const speech = open();
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      server.answers((response) => {
        finish = () => void response.end(bytesOf(tone(24_000)));
        resolve();
      });
    });
    const heard = hear(speech, wheel);
    await held;
    const closing = new AbortController();
    const warmed = speech.warm(list(welcome), closing.signal);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked()).toEqual([wheel.text]);
    const asking = new Promise<void>((resolve) => server.answers(() => resolve()));
    finish();
    await heard;
    await asking;
    closing.abort();
    await warmed;
    await expect.poll(() => server.closed).toHaveLength(2);
    expect([asked(), await files()]).toEqual([[wheel.text, welcome.text], []]);
  });

  it('sentences that are kept are nowhere where their folder cannot be made: speech goes on', async () => {
    await writeFile(path.join(directory, 'file'), '');
    directory = path.join(directory, 'file');
    const speech = open();
    await speech.warm(list(welcome), never);
    expect([(await hear(speech, welcome)).samples, logged.join()]).toEqual([
      speechSampleRate / 2,
      expect.stringContaining('cannot be used'),
    ]);
    directory = path.dirname(directory);
  });
});

describe('what every visitor hears', () => {
  it('what every visitor hears is the greeting and the tour in each language that has a voice, without what is filled in from the visit', async () => {
    const exhibitions = millContent.exhibitions.map((one) => ({
      ...one,
      assistant: { vapiId: 'a', prompt: '', firstMessage: JSON.stringify({ en: 'Welcome. You have {{time}}.' }), exhibition_id: one._id },
    }));
    const profile = { ...millContent.profile, providerVoices: { 'en-1': 'anne' } };
    const listed: SpeechRequest[] = [];
    for await (const request of listFixedSentences([{ ...millContent, profile, exhibitions }])) listed.push(request);
    const texts = listed.map(({ text }) => text);
    expect(new Set(listed.map(({ hosted }) => hosted?.voice))).toEqual(new Set(['anne']));
    expect(texts).toContain('Welcome.');
    expect(texts.filter((text) => text.includes('{'))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(mill.museumId).toBe(millContent.museum._id);
  });
});
