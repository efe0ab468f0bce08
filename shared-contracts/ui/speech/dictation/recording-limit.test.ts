import { describe, expect, it } from '@rstest/core';
import { recordingLimitBytes } from '../../../api/limits.ts';
import { writeWav } from '../../../kit/wav.ts';
import { cutToLimit, isTooShort, limitSeconds, pickSecondsLeft, recordedRate } from './levels.ts';

describe('the limits of a recording', () => {
  it('the limits of a recording never let a file exceed the limit of the gateway, however late the timers were', () => {
    expect(limitSeconds).toBe(60);
    for (const seconds of [0, 59, 60, 90]) {
      const cut = cutToLimit(new Float32Array(recordedRate * seconds));
      expect(writeWav(cut, recordedRate).byteLength).toBeLessThanOrEqual(recordingLimitBytes);
      expect(cut.length).toBe(Math.min(seconds, 60) * recordedRate);
    }
  });

  it('the limits of a recording warn in the last ten seconds', () => {
    expect([0, 49.9, 50, 50.2, 59.8, 61].map((seconds) => pickSecondsLeft(seconds))).toEqual([undefined, undefined, 10, 10, 1, 0]);
  });

  it('the limits of a recording count less than 0.3 s as a mistake', () => {
    expect([4799, 4800].map((count) => isTooShort(new Float32Array(count)))).toEqual([true, false]);
  });
});
