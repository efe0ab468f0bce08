import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { recordingLimitBytes } from '../../../api/limits.ts';
import { writeWav } from '../../../kit/wav.ts';
import { cutToLimit, isTooShort, pickLimitSeconds, pickSecondsLeft } from './recording-limit.ts';

describe('the limits of a recording', () => {
  it('the limits of a recording are a minute, and less where the file would grow too large', () => {
    expect([pickLimitSeconds(16_000), pickLimitSeconds(44_100)]).toEqual([60, 23]);
  });

  it('the limits of a recording never let a file exceed the limit of the gateway, however late the timers were', () => {
    fc.assert(
      fc.property(fc.constantFrom(8_000, 16_000, 44_100, 48_000), fc.integer({ min: 0, max: 90 }), (rate, seconds) => {
        const cut = cutToLimit(new Float32Array(rate * seconds), rate);
        expect(writeWav(cut, rate).byteLength).toBeLessThanOrEqual(recordingLimitBytes);
        expect(cut.length).toBe(Math.min(seconds, pickLimitSeconds(rate)) * rate);
      }),
      { numRuns: 12 },
    );
  });

  it('the limits of a recording warn in the last ten seconds', () => {
    expect([0, 49.9, 50, 50.2, 59.8, 61].map((seconds) => pickSecondsLeft(seconds, 60))).toEqual([undefined, undefined, 10, 10, 1, 0]);
    expect([12.9, 13].map((seconds) => pickSecondsLeft(seconds, 23))).toEqual([undefined, 10]);
  });

  it('the limits of a recording count less than 0.3 s as a mistake', () => {
    expect([4799, 4800].map((count) => isTooShort(new Float32Array(count), 16_000))).toEqual([true, false]);
  });
});
