import { describe, expect, it } from '@rstest/core';
import { petalCount, petalLength, ringRadius, rosetteStates } from './petals.ts';

const ring = (state: (typeof rosetteStates)[number]) => Array.from({ length: petalCount }, (_, petal) => petalLength(state, petal));

describe('the petals of the rosette', () => {
  it.each(rosetteStates)('reach as far as its ring at most when %s', (state) => {
    // A petal stands on radius 37 and is 52 long; the ring's line is up to 3 wide.
    for (const length of ring(state)) {
      expect(length).toBeGreaterThan(0);
      expect(37 + 52 * length).toBeLessThanOrEqual(ringRadius(state) + 1);
    }
  });

  it('are every second one shorter at rest', () => {
    expect(ring('idle').slice(0, 4)).toEqual([0.95, 0.74, 0.95, 0.74]);
  });

  it('tell speaking, listening and rest apart', () => {
    expect(new Set([ring('idle'), ring('listening'), ring('speaking'), ring('reconnecting')].map(String)).size).toBe(4);
  });
});
