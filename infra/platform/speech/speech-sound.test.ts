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

  it('the sound of the speech service is MP3 at 22,050 Hz, mono, 32 kbit/s, and lasts as long as its samples, streamed or in one piece', async () => {
    const [pcm, whole, streamed] = await Promise.all(
      ['?output_format=pcm_22050', '', '/stream'].map(async (end) => {
        const answer = await kit.speak(`provider-anne${end}`, { text, language_code: 'en' });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, end.includes('pcm') ? expect.any(String) : 'audio/mpeg']);
        return new Uint8Array(await answer.arrayBuffer());
      }),
    );
    const samples = new Int16Array(pcm?.buffer as ArrayBuffer);
    expect(samples.length).toBeGreaterThan(4 * speechSampleRate);
    expect(samples.some((sample) => sample > 2000)).toBe(true);
    for (const bytes of [whole, streamed]) {
      const { frames, seconds, ...facts } = readMp3(bytes ?? new Uint8Array());
      expect([facts, frames > 100]).toEqual([{ sampleRate: 22_050, kilobits: 32, isMono: true }, true]);
      // The synthesiser's noise makes each saying a little different.
      expect(Math.abs((seconds * speechSampleRate) / samples.length - 1)).toBeLessThan(0.03);
    }
  });
});
