import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createLevelMeter } from './processors.ts';
import { Resampler } from './resampler.ts';

const rates = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];

function resample(samples: readonly number[], fromRate: number, toRate: number): number[] {
  const resampler = new Resampler(fromRate, toRate);
  const out: number[] = [];
  for (const sample of samples) {
    resampler.push(sample);
    while (!resampler.needsInput) out.push(resampler.next());
  }
  return out;
}

const tone = (hertz: number, rate: number, seconds = 0.5) =>
  Array.from({ length: Math.round(seconds * rate) }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate));

function envelope(samples: readonly number[], rate: number): number[] {
  const meter = createLevelMeter(rate / 50);
  const levels: number[] = [];
  for (const sample of samples) {
    meter.add(sample);
    if (meter.isFull()) levels.push(meter.read());
  }
  return levels;
}

/** Level in the middle, after the filter has settled. */
const levelOf = (samples: readonly number[], rate: number) => Math.max(...envelope(samples, rate).slice(5, -5));

function correlation(first: readonly number[], second: readonly number[]): number {
  const length = Math.min(first.length, second.length);
  const centred = (values: readonly number[]) => {
    const mean = values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
    return values.slice(0, length).map((value) => value - mean);
  };
  const [a, b] = [centred(first), centred(second)];
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

it('A resampler returns exactly as many samples as the two rates require', () => {
  forAll(fc.constantFrom(...rates), fc.constantFrom(...rates), fc.nat(3_000), (from, to, count) => {
    expect(resample(new Array(count).fill(0.1), from, to)).toHaveLength(Math.ceil((count * to) / from));
  });
});

it.each([
  [48_000, 16_000, 1_000],
  [44_100, 16_000, 3_000],
  [48_000, 16_000, 6_000],
  [22_050, 48_000, 5_000],
  [22_050, 44_100, 8_000],
])('Resampling from %d Hz to %d Hz keeps the loudness of a tone of %d Hz', (from, to, hertz) => {
  expect(levelOf(resample(tone(hertz, from), from, to), to)).toBeCloseTo(0.5 / Math.SQRT2, 2);
});

it.each([
  [48_000, 16_000, 10_000],
  [48_000, 16_000, 15_000],
  [44_100, 16_000, 11_000],
  [96_000, 16_000, 30_000],
])('Resampling from %d Hz to %d Hz removes a tone of %d Hz, which would become an alias', (from, to, hertz) => {
  expect(levelOf(resample(tone(hertz, from), from, to), to)).toBeLessThan(0.001);
});

it('A resampler keeps the rise and fall of speech', () => {
  const rate = 44_100;
  const loudness = (at: number) =>
    Math.max(0, Math.sin((2 * Math.PI * 2.3 * at) / rate)) * (0.4 + 0.6 * Math.sin((2 * Math.PI * 0.7 * at) / rate) ** 2);
  const speech = tone(430, rate, 4).map((sample, at) => sample * loudness(at));
  expect(correlation(envelope(speech, rate), envelope(resample(speech, rate, 16_000), 16_000))).toBeGreaterThan(0.99);
});

it('A resampler drops all earlier samples at a reset', () => {
  const resampler = new Resampler(48_000, 16_000);
  for (let at = 0; at < 500; at++) {
    resampler.push(1);
    while (!resampler.needsInput) resampler.next();
  }
  resampler.reset();
  resampler.push(0);
  expect(resampler.next()).toBe(0);
});
