import { expect, it } from '@rstest/core';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech } from '../voice/testing/fake-speech.ts';
import { createSpeechQueue, type Speech, type SpeechRequest } from './speech.ts';
import { createServiceSpeech } from './speech-service.ts';
import { bytesOf, startScriptedSpeech, tone } from './testing/scripted-speech.ts';

const request = (text: string) => ({ text, timbre: 'en', pitch: 50, speed: 150 });
/** Says a text that may wait, and returns the loudness of each piece of sound. */
function sayIn(speech: Speech, one: SpeechRequest) {
  const loudness: number[] = [];
  const onAudio = (samples: Int16Array) => void loudness.push(samples[0] ?? 0);
  const cancelling = new AbortController();
  const done = speech.say({ ...one, mayWait: true }, { onAudio, onWords() {} }, cancelling.signal);
  return { heard: done.then(() => loudness), cancel: () => cancelling.abort() };
}

function openLane() {
  const speech = createFakeSpeech();
  const queue = createSpeechQueue(speech);
  return { speech, say: (text: string) => sayIn(queue, request(text)), asked: () => speech.requests.map(({ text }) => text) };
}

it('A call waits for one piece of a text that is read aloud at most', async () => {
  const { speech, say, asked } = openLane();
  speech.hold();
  const sounds = ['One.', 'Two.', 'Three.'].map(say);
  await new Promise(setImmediate);
  const call = speech.say(request('Call.'), { onAudio() {}, onWords() {} }, new AbortController().signal);
  expect(asked()).toEqual(['One.', 'Call.']);
  speech.release();
  await call;
  await Promise.all(sounds.map(({ heard }) => heard));
  expect(asked()).toEqual(['One.', 'Call.', 'Two.', 'Three.']);
});

it('The speech queue skips requests that were cancelled while they waited', async () => {
  const { speech, say, asked } = openLane();
  speech.hold();
  const sounds = ['One.', 'Two.', 'Three.'].map(say);
  sounds[1]?.cancel();
  await new Promise(setImmediate);
  speech.release();
  expect(await Promise.all(sounds.map(({ heard }) => heard))).toEqual([[1], [], [2]]);
  expect(asked()).toEqual(['One.', 'Three.']);
});

it('The speech queue does not delay requests to a speech service', async () => {
  const server = await startScriptedSpeech();
  const waiting: (() => void)[] = [];
  server.answers(async (response) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    response.writeHead(200, { 'content-type': 'audio/pcm' }).end(bytesOf(tone(24_000)));
  });
  const service = { url: server.url, model: 'kokoro', kind: 'openai' } as const;
  const { speech: fallback } = openLane();
  const speech = createServiceSpeech({ service, fallback, clock: createTurnedClock(), onFailure: () => {} });
  const hosted = { voice: 'af_heart', language: 'en' } as const;
  const sounds = ['One.', 'Two.', 'Three.'].map((text) => sayIn(speech, { ...request(text), hosted }));
  await expect.poll(() => waiting.length).toBe(3);
  for (const answer of waiting) answer();
  expect((await Promise.all(sounds.map(({ heard }) => heard))).every(({ length }) => length > 0)).toBe(true);
  await server.close();
});
