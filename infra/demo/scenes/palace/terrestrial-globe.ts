import { disc } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { around, curve, type Point, points, trace } from '../paper/svg-path.ts';

// A globe on its stand.

export function globe({ s, v, m }: Stage) {
  const [x, y] = v.at(-1.42, 0, 4.35);
  const r = 78;
  const cy = y - 205;
  s.path({ fill: m.ink(0.9), 'fill-opacity': 0.3, filter: s.blur(9) }, disc(around([x, y]), [6, 0], 84, 16));
  s.path(
    { fill: m.wood(0.82) },
    curve(points('-7 -112, 7 -112, 10 -60, 60 -6, 52 2, 0 -36, -52 2, -60 -6, -10 -60', around([x, y])), true),
  );
  s.circle([x, cy], r, s.radial([x + 30, cy - 34], 130, { 0: m.stone(0.06), 0.5: m.wood(0.3), 1: m.wood(0.82) }));
  const P = (a: number, b: number): Point => [x + a * r, cy + b * r];
  s.path(
    { fill: m.wood(0.62), 'fill-opacity': 0.6 },
    curve([P(-0.5, -0.66), P(-0.1, -0.72), P(0.1, -0.44), P(-0.12, -0.3), P(-0.2, 0.0), P(-0.44, -0.2), P(-0.7, -0.3)], true),
  );
  s.path(
    { fill: m.wood(0.62), 'fill-opacity': 0.6 },
    curve([P(-0.22, 0.1), P(0.06, 0.2), P(-0.05, 0.5), P(-0.14, 0.76), P(-0.3, 0.4)], true),
  );
  s.path(
    { fill: m.wood(0.62), 'fill-opacity': 0.6 },
    curve([P(0.46, -0.6), P(0.76, -0.4), P(0.84, 0.1), P(0.6, 0.4), P(0.5, 0.0), P(0.3, -0.2)], true),
  );
  s.outline(m.gold(0.4), 6, trace(P, 'M -0.5 -0.98 C 0.5 -1.4, 1.25 -0.4, 0.95 0.55'));
  s.outline(m.wood(0.7), 12, trace(P, 'M -1.16 0.08 C -0.6 0.44, 0.6 0.44, 1.16 0.08'));
  s.outline(m.wood(0.8), 8, trace(P, 'M -1.1 0.14 C -0.9 1, -0.3 1.25, 0 1.3 C 0.3 1.25, 0.9 1, 1.1 0.14'));
}
