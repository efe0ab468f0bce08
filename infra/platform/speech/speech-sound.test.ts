import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { parseMp3 } from '../content/testing/parse-mp3.ts';
import { millContent } from '../testing/sample-content.ts';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createSpeech } from './create-speech.ts';
import { createReadAloud, splitForSpeech } from './read-aloud.ts';
import { pickSpeakingVoice } from './speaking-voices.ts';
import { type Speech, speechSampleRate } from './speech.ts';

const program = path.resolve(import.meta.dirname, '../../speech/main.mjs');
const profile = { ...millContent.profile, providerVoices: { 'en-1': 'provider-anne' } };
const text = 'The water wheel was built in 1788. It is made of oak, and its forty buckets hold six litres each.';

describe('the sound of an answer that is read aloud', () => {
  let speech: Speech;
  beforeAll(() => {
    speech = createSpeech({ program });
  });
  afterAll(() => speech.close());

  it('the sound of an answer that is read aloud is MP3 at 22,050 Hz, mono, 32 kbit/s, and lasts as long as its samples', async () => {
    const readAloud = createReadAloud({ museums: [{ ...millContent, profile }], speech, clock: createTurnedClock() });
    let samples = 0;
    for (const piece of splitForSpeech(text)) {
      const voice = pickSpeakingVoice('provider-anne', 'en', { profile });
      await speech.say({ text: piece, ...voice }, { onAudio: ({ length }) => (samples += length), onWords() {} }).done;
    }
    const sound = await readAloud({ text, language: 'en', providerVoice: 'provider-anne' }, new AbortController().signal);
    const { channels, rates, restBytes, seconds } = parseMp3(sound);
    expect([channels, rates, restBytes]).toEqual([1, ['22050 Hz, 32000 bit/s'], 0]);
    expect(samples).toBeGreaterThan(4 * speechSampleRate);
    // The synthesiser's noise makes each saying a little different.
    expect(Math.abs((seconds * speechSampleRate) / samples - 1)).toBeLessThan(0.03);
  });
});
