import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import { fit, fitted, mostScale, moveBy, type Point, type Size, type ZoomView, zoomAt } from './picture-dialog.tsx';

const px = fc.double({ min: -2000, max: 2000, noNaN: true });
const side = fc.double({ min: 1, max: 4000, noNaN: true });
const size = fc.record({ width: side, height: side });
const point = fc.record({ x: px, y: px });
const factor = fc.double({ min: 0.01, max: 100, noNaN: true });
type Step = { factor: number; at: Point } | { by: Point };
const steps = fc.array(fc.oneof(fc.record({ factor, at: point }), fc.record({ by: point })), { maxLength: 20 });

function walk(frame: Size, natural: Size, all: readonly Step[]): { view: ZoomView; picture: Size } {
  const picture = fit(natural, frame);
  const place = { frame, picture };
  const view = all.reduce<ZoomView>(
    (before, step) => ('by' in step ? moveBy(before, step.by, place) : zoomAt(before, before.scale * step.factor, step.at, place)),
    fitted,
  );
  return { view, picture };
}

it('a zoomed and moved picture keeps within its limits, shows no avoidable empty edge, and is centred at its smallest', () => {
  forAll(size, size, steps, (frame, natural, all) => {
    const { view, picture } = walk(frame, natural, all);
    expect(view.scale).toBeGreaterThanOrEqual(1);
    expect(view.scale).toBeLessThanOrEqual(mostScale);
    for (const [moved, of] of [
      [view.x, 'width'],
      [view.y, 'height'],
    ] as const)
      expect(Math.abs(moved)).toBeLessThanOrEqual(Math.max(0, (picture[of] * view.scale - frame[of]) / 2) + 1e-6);
    const { scale, x, y } = zoomAt(view, 1, { x: 0, y: 0 }, { frame, picture });
    expect(scale).toBe(1);
    expect(Math.abs(x)).toBeLessThan(1e-6);
    expect(Math.abs(y)).toBeLessThan(1e-6);
  });
});

it('zooming keeps the point under the fingers in its place', () => {
  const frame = { width: 400, height: 300 };
  const place = { frame, picture: frame };
  const once = zoomAt(fitted, 2, { x: 100, y: 50 }, place);
  expect(once).toEqual({ scale: 2, x: -100, y: -50 });
  const twice = zoomAt(once, 4, { x: 40, y: -20 }, place);
  // The same point of the picture is at (40, -20) before and after.
  expect([(40 - once.x) / once.scale, (-20 - once.y) / once.scale]).toEqual([(40 - twice.x) / twice.scale, (-20 - twice.y) / twice.scale]);
});
