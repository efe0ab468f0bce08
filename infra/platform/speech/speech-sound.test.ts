import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { createSpeech } from './create-speech.ts';
import { speechSampleRate } from './speech.ts';
import { readMp3 } from './testing/mp3-frames.ts';
import { type SpeechTestKit, startSpeechTestKit } from './testing/speech-test-kit.ts';

const program = path.resolve(import.meta.dirname, '../../speech/main.mjs');
const text = 'The water wheel was built in 1788. It is made of oak, and its forty buckets hold six litres each.';

describe('the sound of the speech service', () => {
  let kit: SpeechTestKit;
  beforeAll(async () => {
    kit = await startSpeechTestKit(createSpeech({ program }));
  });
  afterAll(() => kit.close());

  const hear = async (path_: string, body: object): Promise<Uint8Array> => {
    const answer = await kit.speak(path_, body);
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const samplesOf = async (path_: string, body: object): Promise<Int16Array> => {
    const { buffer } = await hear(`${path_}?output_format=pcm_22050`, body);
    return new Int16Array(buffer as ArrayBuffer);
  };

  it('is MP3 at 22,050 Hz, mono, 32 kbit/s, and lasts as long as its samples', async () => {
    const answer = await kit.speak('provider-anne', { text, language_code: 'en' });
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    const { frames, seconds, ...facts } = readMp3(new Uint8Array(await answer.arrayBuffer()));
    expect(facts).toEqual({ sampleRate: 22_050, kilobits: 32, isMono: true });
    const samples = await samplesOf('provider-anne', { text, language_code: 'en' });
    expect(samples.length).toBeGreaterThan(4 * speechSampleRate);
    expect(samples.some((sample) => sample > 2000)).toBe(true);
    const pcmSeconds = samples.length / speechSampleRate;
    expect(Math.abs(seconds - pcmSeconds) / pcmSeconds).toBeLessThan(0.1);
    expect(frames).toBeGreaterThan(100);
  });

  it('lasts as long streamed as in one piece', async () => {
    const body = { text, language_code: 'en' };
    const [whole, streamed] = [await hear('provider-anne', body), await hear('provider-anne/stream', body)];
    expect(Math.abs(readMp3(streamed).seconds / readMp3(whole).seconds - 1)).toBeLessThan(0.01);
  });

  it('is there for several requests at once, each whole', async () => {
    const body = { text, language_code: 'en' };
    const alone = (await samplesOf('provider-anne', body)).length;
    const together = await Promise.all(Array.from({ length: 4 }, () => samplesOf('provider-anne', body)));
    // The synthesiser's noise makes each saying a little different.
    for (const { length } of together) expect(Math.abs(length / alone - 1)).toBeLessThan(0.01);
  });
});
