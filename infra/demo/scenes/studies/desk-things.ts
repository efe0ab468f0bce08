import { box, disc, range, turned } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { around, moved, points, trace } from '../paper/svg-path.ts';
import { halo } from '../parts/light.ts';

// What lies on the desk.

/** The desk's top, in metres. */
export const DESK = { half: 1.04, near: 2.65, far: 3.5, high: 0.78 };

const PAGES = [
  { x: 0.2, z: 3.08, w: 0.15, d: 0.2, turn: -0.3, shade: 0.14 },
  { x: -0.24, z: 3.05, w: 0.15, d: 0.2, turn: 0.22, shade: 0.08 },
  { x: 0, z: 2.96, w: 0.16, d: 0.22, turn: -0.06, shade: 0 },
];

export function papers({ s, v, m }: Stage) {
  const y = DESK.high + 0.005;
  for (const sheet of PAGES) {
    const { x, z, w, d, turn } = sheet;
    const corner = (a: number, b: number) =>
      v.at(x + a * Math.cos(turn) - b * Math.sin(turn), y, z + a * Math.sin(turn) + b * Math.cos(turn));
    s.fill(m.stone(sheet.shade), [corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)]);
    for (const k of range(5, -0.6, 0.28))
      s.stroke(m.stone(0.38), 1.5, [corner(-w * 0.75, d * k), corner(w * (k > 0.4 ? 0.2 : 0.75), d * k)]);
  }
}

export function lamp(stage: Stage) {
  const { s, v, m } = stage;
  const [x, y] = v.at(-0.8, DESK.high, 3.2);
  halo(stage, { shade: 0.5, at: [x, y - 110], r: 190, strength: 0.75 });
  s.path({ fill: m.gold(0.5) }, moved(turned(points('36 0, 36 5, 14 12, 6 18, 6 40, 11 46, 6 54, 5 110')), [x, y]));
  s.path(
    { fill: s.linear([x - 60, 0], [x + 60, 0], { 0: m.cloth(0.4), 0.5: m.cloth(0.26), 1: m.cloth(0.6) }) },
    trace(around([x, y]), 'M -62 -92 C -60 -130, -34 -152, 0 -152 C 34 -152, 60 -130, 62 -92 C 30 -84, -30 -84, -62 -92 Z'),
  );
  s.path({ fill: m.glow(0) }, trace(around([x, y]), 'M -62 -92 C -30 -84, 30 -84, 62 -92 C 30 -98, -30 -98, -62 -92 Z'));
  s.path({ fill: m.gold(0.42) }, disc(around([x, y - 157]), [0, 0], 7));
}

export function inkAndQuill({ s, v, m }: Stage) {
  const [x, y] = v.at(0.6, DESK.high, 3.0);
  s.path({ fill: m.gold(0.5) }, disc(around([x, y]), [0, 0], 46, 11));
  s.path({ fill: m.ink(0.86) }, moved(turned(points('24 0, 26 14, 20 28, 10 33, 10 40, 13 44')), [x, y]));
  s.stroke(m.stone(0.3), 2, points('-17 -8, -15 -22', around([x, y])));
  s.path({ fill: m.stone(0.03) }, trace(around([x, y]), 'M 2 -44 C 8 -100, 20 -160, 70 -206 C 78 -160, 62 -110, 12 -74 Z'));
  s.outline(m.stone(0.36), 2, trace(around([x, y]), 'M 0 -40 C 14 -110, 38 -160, 70 -206'));
  for (const k of [0.3, 0.5, 0.7])
    s.stroke(m.stone(0.26), 1.2, [
      [x + 6 + 50 * k, y - 60 - 130 * k],
      [x + 22 + 44 * k, y - 72 - 100 * k],
    ]);
}

export function bookStack(stage: Stage) {
  const { s, v, m } = stage;
  let y = DESK.high;
  for (const [x, w, h, cover, t] of [
    [0.84, 0.15, 0.06, m.cloth, 0.66],
    [0.85, 0.13, 0.045, m.wood, 0.5],
    [0.83, 0.14, 0.05, m.stone, 0.4],
  ] as const) {
    box(stage, { x: [x - w, x + w], y: [y, y + h], z: [3.2, 3.44] }, { front: cover(t), left: cover(t + 0.12), top: cover(t - 0.24) });
    s.stroke(m.gold(0.26), 2, [v.at(x - w * 0.6, y + 0.01, 3.2), v.at(x - w * 0.6, y + h - 0.01, 3.2)]);
    y += h;
  }
}
