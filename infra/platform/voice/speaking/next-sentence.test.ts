import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { speechSampleRate } from '../../speech/speech.ts';
import { createServiceSpeech } from '../../speech/speech-service.ts';
import { bytesOf, startScriptedSpeech, tone } from '../../speech/testing/scripted-speech.ts';
import { createTurnedClock } from '../../testing/turned-clock.ts';
import { createFakeSpeech } from '../testing/fake-speech.ts';
import { createOutgoingSound } from './outgoing-sound.ts';
import { createSpeechOutput } from './speaking.ts';

const sentenceMs = 4_000;
const voice = { timbre: 'en', pitch: 50, speed: 150, hosted: { voice: 'af_heart', language: 'en' as const } };

let server: Awaited<ReturnType<typeof startScriptedSpeech>>;
beforeEach(async () => {
  server = await startScriptedSpeech();
});
afterEach(() => server.close());

it('The next sentence is requested while the previous one plays, with a few seconds of sound ahead', async () => {
  const clock = createTurnedClock();
  const sound = createOutgoingSound({ sampleRate: speechSampleRate, frameMs: 20, leadMs: 400 });
  let sentMs = 0;
  let playedMs = 0;
  const asked: [string, number][] = [];
  server.answers((response, { input }) => {
    asked.push([String(input), playedMs]);
    response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.concat(Array(sentenceMs / 500).fill(bytesOf(tone(24_000)))));
  });
  const service = { url: server.url, model: 'kokoro', kind: 'openai' } as const;
  const said: boolean[] = [];
  const output = createSpeechOutput({
    ...{ clock, sound, voice, toSpoken: (text: string) => text, emit: () => {}, nextTurn: () => 0, sendFlush: () => {} },
    speech: createServiceSpeech({ service, fallback: createFakeSpeech(), clock, onFailure: () => {} }),
    sendFrame: (samples) => {
      sentMs += (1_000 * samples.length) / speechSampleRate;
    },
    onSaid: ({ isWhole }) => said.push(isWhole),
    onFailure: () => {},
    onOtherVoice: () => {},
  });
  output.setOpen(true, true);
  output.say({ text: 'One. Two. Three. Four.', source: 'model', isInterruptible: true, endsCall: false });
  const play = (ms: number) => {
    playedMs = ms;
    output.report(ms, Math.max(0, Math.round(sentMs - ms)));
  };
  // The second sentence arrives before any sound is played.
  await expect.poll(() => sound.end()).toBeGreaterThan(1.9 * (sentenceMs / 1_000) * speechSampleRate);
  for (let ms = 0; ms <= 4 * sentenceMs + 400 && said.length === 0; ms += 100) {
    play(Math.min(ms, sentMs));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => asked.length).toBe(4);
  const [first, second, third, fourth] = asked.map(([, ms]) => ms);
  expect(asked.map(([text]) => text)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  expect([first, second]).toEqual([0, 0]);
  // The third sentence is requested during the first, and the fourth during the second.
  expect([(third ?? 0) > 1_000, (third ?? 0) < sentenceMs, (fourth ?? 0) < 2 * sentenceMs]).toEqual([true, true, true]);
});
