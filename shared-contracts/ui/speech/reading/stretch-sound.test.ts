import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { stretchSound } from './stretch-sound.ts';

const sampleRate = 8_000;
const tone = (hertz: number, seconds: number) =>
  Float32Array.from({ length: seconds * sampleRate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / sampleRate));

/** How often it rises through zero. */
const wavesIn = (samples: Float32Array) => samples.reduce((sum, each, at) => sum + Number(each >= 0 && (samples[at - 1] ?? 0) < 0), 0);
const rate = fc.integer({ min: 70, max: 150 }).map((percent) => percent / 100);

describe('speech at another pace', () => {
  it('speech at another pace takes as much longer or shorter, and keeps its pitch and its loudness', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 90, max: 400 }), (times, hertz) => {
        const sound = stretchSound(tone(hertz, 1), times, sampleRate);
        expect(sound.length).toBe(Math.round(sampleRate / times));
        // A wave more or less at either end, and frames that fit to a whole sample: nobody hears a hundredth.
        expect(Math.abs(wavesIn(sound) - hertz / times)).toBeLessThan(2 + (0.01 * hertz) / times);
        const loudest = sound.slice(800, -800).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
        expect(loudest).toBeGreaterThan(0.4);
        expect(loudest).toBeLessThan(0.6);
      }),
    );
  });

  it('speech at another pace is finite and no louder than it was, whatever was said', () => {
    fc.assert(
      fc.property(rate, fc.array(fc.constantFrom(0, 0.2, -0.9, 1, -1), { maxLength: 900 }), (times, values) => {
        const sound = stretchSound(Float32Array.from(values), times, sampleRate);
        expect(sound.every((each) => Math.abs(each) <= 1.0001)).toBe(true);
      }),
    );
  });
});
