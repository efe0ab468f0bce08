import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { recordingLimitBytes, recordingLimitSeconds } from '../../../api/limits.ts';
import { forAll } from '../../../kit/testing/for-all.ts';
import { writeWav } from '../../../kit/wav.ts';
import { addLevels, barCount, cutToLimit, isTooShort, pickLevel, pickSecondsLeft, recordedRate } from './levels.ts';

const tone = (height: number) => Float32Array.from({ length: 480 }, (_, index) => height * Math.sin(index / 5));

it('pickLevel() is between 0 and 1', () => {
  expect([pickLevel(new Float32Array()), pickLevel(tone(0)), pickLevel(tone(0.0005)), pickLevel(tone(1))]).toEqual([0, 0, 0, 1]);
  expect(pickLevel(tone(0.05))).toBeCloseTo(0.38, 1);
});

it('pickLevel() grows with the amplitude', () => {
  const height = fc.double({ min: 0, max: 1, noNaN: true });
  forAll(height, height, (one, other) => {
    const [quieter, louder] = [Math.min(one, other), Math.max(one, other)];
    expect(pickLevel(tone(quieter))).toBeLessThanOrEqual(pickLevel(tone(louder)));
  });
});

it('addLevels() keeps the newest forty levels, one for each elapsed interval', () => {
  forAll(fc.array(fc.nat(6)), (owed) => {
    const levels = owed.reduce<readonly number[]>((bars, count, index) => addLevels(bars, index, count), []);
    const all = owed.flatMap((count, index) => Array.from({ length: count }, () => index));
    expect(levels).toEqual(all.slice(-barCount));
  });
  expect(addLevels([], 1, 1_000_000)).toHaveLength(barCount);
});

it('cutToLimit() keeps each file within the gateway’s limit of bytes', () => {
  expect(recordingLimitSeconds).toBe(60);
  for (const seconds of [0, 59, 60, 90]) {
    const cut = cutToLimit(new Float32Array(recordedRate * seconds));
    expect(writeWav(cut, recordedRate).byteLength).toBeLessThanOrEqual(recordingLimitBytes);
    expect(cut.length).toBe(Math.min(seconds, 60) * recordedRate);
  }
});

it('pickSecondsLeft() counts the last 10 s', () => {
  expect([0, 49.9, 50, 50.2, 59.8, 61].map((seconds) => pickSecondsLeft(seconds))).toEqual([undefined, undefined, 10, 10, 1, 0]);
});

it('isTooShort() is true under 0.3 s', () => {
  expect([4799, 4800].map((count) => isTooShort(new Float32Array(count)))).toEqual([true, false]);
});
