import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { addLevels, barCount, pickLevel } from './levels.ts';

const tone = (height: number) => Float32Array.from({ length: 480 }, (_, index) => height * Math.sin(index / 5));

describe('the bars', () => {
  it('the bars are between silence and the loudest voice', () => {
    expect([pickLevel(new Float32Array()), pickLevel(tone(0)), pickLevel(tone(0.0005)), pickLevel(tone(1))]).toEqual([0, 0, 0, 1]);
    expect(pickLevel(tone(0.05))).toBeCloseTo(0.38, 1);
  });

  it('the bars grow with the voice', () => {
    const height = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(height, height, (one, other) => {
        const [quieter, louder] = [Math.min(one, other), Math.max(one, other)];
        expect(pickLevel(tone(quieter))).toBeLessThanOrEqual(pickLevel(tone(louder)));
      }),
    );
  });

  it('the bars are forty at most, the newest last, as many as time went by', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6)), (owed) => {
        const levels = owed.reduce<readonly number[]>((bars, count, index) => addLevels(bars, index, count), []);
        const all = owed.flatMap((count, index) => Array.from({ length: count }, () => index));
        expect(levels).toEqual(all.slice(-barCount));
      }),
    );
    expect(addLevels([], 1, 1_000_000)).toHaveLength(barCount);
  });
});
