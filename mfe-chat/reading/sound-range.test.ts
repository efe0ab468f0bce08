import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { findSoundRange } from './sound-line.ts';

const sampleRate = 1000;
const samples = (silentBefore: number, loud: number, silentAfter: number) =>
  Float32Array.from({ length: silentBefore + loud + silentAfter }, (_, index) =>
    index >= silentBefore && index < silentBefore + loud ? -0.5 : 0.001,
  );

describe('the part of a recording that is heard', () => {
  it.each([
    ['all of it', samples(0, 500, 0), 0, 0.5],
    ['a breath at either end', samples(120, 500, 120), 0, 0.74],
    ['no more than a breath', samples(400, 500, 300), 0.28, 0.74],
    ['a breath of nothing but silence', samples(700, 0, 0), 0, 0.12],
    ['nothing of nothing', samples(0, 0, 0), 0, 0],
  ])('is %s', (_, channel, offsetSeconds, durationSeconds) => {
    expect(findSoundRange([channel], sampleRate)).toEqual({ offsetSeconds, durationSeconds });
  });

  it('has what is loud in any channel', () => {
    expect(findSoundRange([samples(0, 100, 900), samples(900, 100, 0)], sampleRate)).toEqual({ offsetSeconds: 0, durationSeconds: 1 });
  });

  it('has every loud sample, and lies within the recording', () => {
    const sound = fc.array(fc.constantFrom(0, 0, 0, 0.002, 0.01, -0.4), { minLength: 1, maxLength: 600 });
    fc.assert(
      fc.property(sound, (values) => {
        const { offsetSeconds, durationSeconds } = findSoundRange([Float32Array.from(values)], sampleRate);
        const from = Math.round(offsetSeconds * sampleRate);
        const until = from + Math.round(durationSeconds * sampleRate);
        expect(from >= 0 && until <= values.length).toBe(true);
        expect([...values.slice(0, from), ...values.slice(until)].every((value) => Math.abs(value) < 0.003)).toBe(true);
      }),
    );
  });
});
