import { expect, it } from '@rstest/core';
import { formatOklch, isShown, mixOklch, parseOklch } from './colour.ts';

const colour = (hue: number, chroma = 0.1) => ({ lightness: 0.5, chroma, hue });

it.each([
  [350, 20, 0.5, 365],
  [20, 350, 0.5, 5],
  [-170, 170, 0.5, -180],
  [0, 90, 0.25, 22.5],
])('mixOklch() takes the shorter arc between the hues %d and %d', (from, to, share, hue) => {
  expect(mixOklch(colour(from), colour(to), share).hue).toBeCloseTo(hue);
});

it('mixOklch() gives a grey the hue of the other colour', () => {
  expect(mixOklch(colour(30, 0.005), colour(200), 0.1).hue).toBe(200);
  expect(mixOklch(colour(200), colour(30, 0.005), 0.9)).toEqual({ lightness: 0.5, chroma: expect.closeTo(0.0145), hue: 200 });
});

it('formatOklch() formats a parsed colour unchanged and moves other colours into sRGB', () => {
  expect(formatOklch(parseOklch('#7a1f2b'))).toBe('#7a1f2b');
  const outside = { lightness: 0.7, chroma: 0.37, hue: 150 };
  const shown = parseOklch(formatOklch(outside));
  expect([isShown(outside), isShown(shown)]).toEqual([false, true]);
  expect(shown.lightness).toBeCloseTo(0.7, 1);
  expect(shown.hue).toBeCloseTo(150, -1);
});
