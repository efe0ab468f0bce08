import { describe, expect, it } from '@rstest/core';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech } from '../voice/testing/fake-speech.ts';
import { createSpeechQueue, type SpeechRequest } from './speech.ts';
import { streamSpeech } from './speech-routes.ts';
import { createServiceSpeech } from './speech-service.ts';
import { bytesOf, startScriptedSpeech, tone } from './testing/scripted-speech.ts';

const request = (text: string) => ({ text, timbre: 'en', pitch: 50, speed: 150 });
const staying = new AbortController().signal;

function openLane() {
  const speech = createFakeSpeech();
  const queue = createSpeechQueue(speech);
  const lane = { say: (one: SpeechRequest, signal: AbortSignal) => streamSpeech(queue, one, signal) };
  const read = async (sound: AsyncIterable<Int16Array>) => {
    const loudness: number[] = [];
    for await (const samples of sound) loudness.push(samples[0] ?? 0);
    return loudness;
  };
  return { speech, lane, read, asked: () => speech.requests.map(({ text }) => text) };
}

describe('the lane to the synthesiser', () => {
  it('the lane to the synthesiser lets a call wait for one piece, however many are wanted', async () => {
    const { speech, lane, read, asked } = openLane();
    speech.hold();
    const sounds = ['One.', 'Two.', 'Three.'].map((text) => lane.say(request(text), staying));
    await new Promise(setImmediate);
    const call = speech.say(request('Call.'), { onAudio() {}, onWords() {} });
    expect(asked()).toEqual(['One.', 'Call.']);
    speech.release();
    await call.done;
    await Promise.all(sounds.map(read));
    expect(asked()).toEqual(['One.', 'Call.', 'Two.', 'Three.']);
  });

  it('the lane to the synthesiser skips requests that were cancelled while waiting', async () => {
    const { speech, lane, read, asked } = openLane();
    const leaving = new AbortController();
    speech.hold();
    const sounds = [lane.say(request('One.'), staying), lane.say(request('Two.'), leaving.signal), lane.say(request('Three.'), staying)];
    leaving.abort();
    await new Promise(setImmediate);
    speech.release();
    expect(await Promise.all(sounds.map(read))).toEqual([[1], [], [2]]);
    expect(asked()).toEqual(['One.', 'Three.']);
  });

  it('the lane to the synthesiser ends the piece of a reader that stops', async () => {
    const { lane, read } = openLane();
    const first = lane.say(request('One two three.'), staying);
    for await (const _samples of first) break;
    expect(await read(lane.say(request('Next.'), staying))).toEqual([2]);
  });

  it('the lane to the synthesiser is for our own voice alone: a service is asked for all pieces at once', async () => {
    const server = await startScriptedSpeech();
    const waiting: (() => void)[] = [];
    server.answers(async (response) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      response.writeHead(200, { 'content-type': 'audio/pcm' }).end(bytesOf(tone(24_000)));
    });
    const service = { url: server.url, model: 'kokoro', kind: 'openai' } as const;
    const { speech: fallback, read } = openLane();
    const speech = createServiceSpeech({ service, fallback, clock: createTurnedClock(), onFailure: () => {} });
    const hosted = { voice: 'af_heart', language: 'en' } as const;
    const sounds = ['One.', 'Two.', 'Three.'].map((text) => streamSpeech(speech, { ...request(text), hosted }, staying));
    await expect.poll(() => waiting.length).toBe(3);
    for (const answer of waiting) answer();
    expect((await Promise.all(sounds.map(read))).every(({ length }) => length > 0)).toBe(true);
    await server.close();
  });
});
