import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { echoCount, guideAvatarStates, livePetalLength, petalCount, petalLength, ringRadius } from './guide-avatar.tsx';

const ring = (state: (typeof guideAvatarStates)[number]) => Array.from({ length: petalCount }, (_, petal) => petalLength(state, petal));

it.each(guideAvatarStates)('petals in state %s stay within the ring', (state) => {
  // A petal's centre has radius 37 and its length is 52. The ring's line is at most 3 wide.
  for (const length of ring(state)) {
    expect(length).toBeGreaterThan(0);
    expect(37 + 52 * length).toBeLessThanOrEqual(ringRadius(state) + 1);
  }
});

it('every second petal is shorter at rest', () => {
  expect(ring('idle').slice(0, 4)).toEqual([0.95, 0.74, 0.95, 0.74]);
});

it('petals differ between speaking, listening, reconnecting and rest', () => {
  expect(new Set([ring('idle'), ring('listening'), ring('speaking'), ring('reconnecting')].map(String)).size).toBe(4);
});

const voices = [
  ['visitor', 'listening'],
  ['guide', 'speaking'],
] as const;

it('petals stay within the ring for any voice level', () => {
  const level = fc.double({ min: -1, max: 2, noNaN: true });
  forAll(fc.constantFrom(...voices), fc.array(level, { maxLength: echoCount }), ([voice, state], echoes) => {
    for (let petal = 0; petal < petalCount; petal += 1) {
      const length = livePetalLength(voice, petal, echoes);
      expect(length).toBeGreaterThan(0);
      expect(37 + 52 * length).toBeLessThanOrEqual(ringRadius(state) + 1);
    }
  });
});

it.each(['visitor', 'guide'] as const)('the voice of the %s makes the top petal grow first, then the petals down both sides', (voice) => {
  const grown = (echoes: number[], petal: number) => livePetalLength(voice, petal, echoes) - livePetalLength(voice, petal, []);
  expect(grown([1], 0)).toBeGreaterThan(0.15);
  expect(grown([1], 8)).toBe(0);
  expect(grown([0, 0, 0, 0, 1], 0)).toBe(0);
  expect(grown([0, 0, 0, 0, 1], 8)).toBeCloseTo(grown([0, 0, 0, 0, 1], petalCount - 8));
  expect(grown([0, 0, 0, 0, 1], 8)).toBeGreaterThan(0.15);
});
