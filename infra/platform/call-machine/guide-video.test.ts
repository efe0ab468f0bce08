import { it } from '@rstest/core';
import fc from 'fast-check';
import { petalsAt } from './guide-video.ts';

it('stays inside its picture and opens with the voice', () => {
  const moment = fc.double({ min: 0, max: 1e7, noNaN: true });
  const loudness = fc.double({ min: 0, max: 1, noNaN: true });
  const reach = (at: number, level: number) => Math.max(...petalsAt(at, level).map(({ x, y, radius }) => Math.hypot(x, y) + radius));
  fc.assert(fc.property(moment, loudness, (at, level) => reach(at, level) <= 1 && reach(at, level) >= reach(at, 0)));
});
