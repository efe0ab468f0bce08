import { box, disc, rect, turned } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { around, curve, moved, points, polygon } from '../paper/svg-path.ts';
import type { Corner } from '../parts/light.ts';

// The worktable with brushes, jars and palette.

export function jar({ s, v }: Stage, [x, y, z]: Corner, [r, h]: readonly [number, number], tone: string) {
  const [px, py] = v.at(x, y, z);
  const k = v.scale(x, z);
  s.path(
    { fill: tone },
    moved(
      turned(
        points(
          `${r * 0.7} 0, ${r} ${h * 0.3}, ${r} ${h * 0.62}, ${r * 0.5} ${h * 0.8}, ${r * 0.5} ${h * 0.92}, ${r * 0.65} ${h}`,
          (a, b) => [a * k, b * k],
        ),
      ),
      [px, py],
    ),
  );
}

export function worktable(stage: Stage) {
  const { s, v, m } = stage;
  const [x0, x1, z0, z1] = [0.1, 1.25, 3.1, 3.7];
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.32, filter: s.blur(9) }, polygon(rect(v.level(0), [x0, z0 - 0.1, x1 + 0.2, z1])));
  const wood = { front: m.wood(0.7), left: m.wood(0.8), right: m.wood(0.52) };
  for (const [x, z] of [
    [x0 + 0.04, z1 - 0.1],
    [x1 - 0.12, z1 - 0.1],
    [x0 + 0.04, z0 + 0.04],
    [x1 - 0.12, z0 + 0.04],
  ] as const)
    box(stage, { x: [x, x + 0.08], y: [0, 0.7], z: [z, z + 0.08] }, wood);
  box(stage, { x: [x0 + 0.03, x1 - 0.03], y: [0.58, 0.72], z: [z0 + 0.03, z1 - 0.03] }, wood);
  drawer(stage, x0, x1, z0);
  box(stage, { x: [x0, x1], y: [0.72, 0.78], z: [z0, z1] }, { front: m.wood(0.54), right: m.wood(0.4), top: m.wood(0.14) });
  brushes(stage, 0.36, 3.45);
  jar(stage, [0.62, 0.78, 3.5], [0.07, 0.16], m.cloth(0.66));
  jar(stage, [0.8, 0.78, 3.52], [0.06, 0.22], m.gold(0.4));
  palette(stage, 0.84, 3.28);
}

function drawer({ s, v, m }: Stage, x0: number, x1: number, z: number) {
  s.stroke(m.wood(0.86), 2, [...rect(v.back(z + 0.03), [x0 + 0.16, 0.6, x1 - 0.2, 0.7]), v.at(x0 + 0.16, 0.6, z + 0.03)]);
  s.path({ fill: m.gold(0.36) }, disc(v.back(z), [(x0 + x1) / 2, 0.65], 0.025));
}

function brushes({ s, v, m }: Stage, x: number, z: number) {
  const [px, py] = v.at(x, 0.78, z);
  for (const [dx, h, t] of [
    [-34, 138, 0.5],
    [-14, 160, 0.7],
    [4, 150, 0.4],
    [22, 164, 0.6],
    [38, 132, 0.8],
  ] as const) {
    s.stroke(m.wood(t * 0.8), 4, [
      [px + dx * 0.3, py - 50],
      [px + dx, py - h],
    ]);
    s.stroke(m.cloth(t), 7, [
      [px + dx, py - h],
      [px + dx * 1.14, py - h - 18],
    ]);
  }
  s.fill(
    s.linear([px - 28, 0], [px + 28, 0], { 0: m.stone(0.4), 0.6: m.stone(0.06), 1: m.stone(0.24) }),
    points('-24 0, -28 -66, 28 -66, 24 0', around([px, py])),
  );
}

function palette({ s, v, m }: Stage, x: number, z: number) {
  const P = (a: number, b: number) => v.at(x + a, 0.79, z + b);
  s.path(
    { fill: m.wood(0.46) },
    curve(
      [P(-0.26, 0), P(-0.14, 0.15), P(0.12, 0.15), P(0.27, 0.04), P(0.16, -0.06), P(0.06, -0.04), P(-0.02, -0.14), P(-0.18, -0.13)],
      true,
    ),
  );
  for (const [a, b, tone] of [
    [-0.16, 0.04, m.cloth(0.6)],
    [-0.06, 0.09, m.gold(0.3)],
    [0.06, 0.1, m.stone(0)],
    [0.16, 0.05, m.cloth(0.2)],
    [-0.16, -0.06, m.ink(0.7)],
  ] as const)
    s.path({ fill: tone }, disc(P, [a, b], 0.035, 0.028));
}
