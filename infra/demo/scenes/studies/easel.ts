import { disc } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { curve, type Plane, points, polygon } from '../paper/svg-path.ts';

// An easel with a painting in progress.

export function easel(stage: Stage) {
  const { s, v, m } = stage;
  const [cx, z] = [2.35, 3.9];
  const P = (x: number, y: number, d = 0) => v.at(cx + x, y, z + d);
  s.path(
    { fill: m.ink(0.95), 'fill-opacity': 0.32, filter: s.blur(9) },
    polygon([P(-0.6, 0), P(0.8, 0, -0.1), P(0.9, 0, 0.9), P(-0.2, 0, 0.9)]),
  );
  s.stroke(m.wood(0.7), 11, [P(0, 2.2, 0.1), P(0.05, 0, 0.95)]);
  for (const x of [-1, 1]) s.stroke(m.wood(0.52), 13, [P(x * 0.1, 2.5, 0.1), P(x * 0.52, 0)]);
  s.stroke(m.wood(0.44), 12, [P(0, 2.72, 0.08), P(0, 0.5)]);
  s.stroke(m.wood(0.6), 10, [P(-0.44, 0.4), P(0.44, 0.4)]);
  const [lowLeft, highLeft, highRight, lowRight] = [P(-0.62, 0.86, -0.06), P(-0.62, 2.26, 0.1), P(0.62, 2.26, 0.1), P(0.62, 0.86, -0.06)];
  s.fill(m.wood(0.6), [lowLeft, highLeft, P(-0.65, 2.26, 0.14), P(-0.65, 0.86, -0.02)]);
  s.fill(s.linear(highLeft, lowRight, { 0: m.stone(0), 1: m.stone(0.14) }), [lowLeft, highLeft, highRight, lowRight]);
  sketch(stage, (a, b) => P(-0.62 + a * 1.24, 0.86 + b * 1.4, -0.06 + b * 0.16));
  s.fill(m.wood(0.46), [P(-0.68, 0.78, -0.14), P(-0.68, 0.86, -0.14), P(0.68, 0.86, -0.14), P(0.68, 0.78, -0.14)]);
  s.fill(m.wood(0.4), [P(-0.08, 2.22, 0.02), P(-0.08, 2.34, 0.02), P(0.08, 2.34, 0.02), P(0.08, 2.22, 0.02)]);
}

/** The painting in progress: a still, half-finished landscape. */
function sketch({ s, m }: Stage, at: Plane) {
  s.path({ fill: m.cloth(0.16) }, [
    ...curve(points('0.1 0.5, 0.3 0.62, 0.5 0.52, 0.74 0.66, 0.9 0.56', at)),
    ['L', at(0.9, 0.18)],
    ['L', at(0.1, 0.18)],
    ['Z'],
  ]);
  s.path(
    { fill: m.gold(0.22) },
    disc((a, b) => at(0.66 + a * 0.1, 0.76 + b * 0.09), [0, 0], 1),
  );
  s.path({ fill: m.cloth(0.44) }, [
    ...curve(points('0.1 0.38, 0.3 0.42, 0.56 0.32, 0.9 0.4', at)),
    ['L', at(0.9, 0.18)],
    ['L', at(0.1, 0.18)],
    ['Z'],
  ]);
  s.outline(m.stone(0.4), 2, curve(points('0.3 0.62, 0.42 0.76, 0.5 0.7', at)));
}
