import { arch, type Box2, box, disc, range, rect } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import type { Stops } from '../paper/style.ts';
import { around, curve, type Point, points, polygon } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { air, beam, type Corner, sunPatch, vignette } from '../parts/light.ts';
import { bench } from './bench.ts';

// A hall of large canvases seen at an angle.

const HALL = { left: -4.5, far: 6.2, top: 5.6 };

function hallShell(stage: Stage) {
  const { s, v, m } = stage;
  const { left, far, top } = HALL;
  const wash = s.linear(v.at(left, 0, far), v.at(0.6, 0, far), { 0: m.stone(0.2), 0.4: m.stone(0.06), 1: m.stone(0.2) });
  s.fill(m.stone(0.16), points('0 0, 780 0, 780 1000, 0 1000'));
  s.fill(s.linear([0, 1160], [0, 1688], { 0: m.wood(0.16), 1: m.wood(0.46) }), points('0 1000, 780 1000, 780 1688, 0 1688'));
  for (const x of range(24, -4.5, 0.3)) s.stroke(m.wood(0.42), 1.2, [v.at(x, 0, Math.max(x * 0.49 + 0.7, 0.3)), v.at(x, 0, far)]);
  s.fill(wash, rect(v.back(far), [left, 0, 1.2, top]));
  s.fill(s.linear(v.at(left, 0, 0.2), v.at(left, 0, far), { 0: m.stone(0.46), 1: m.stone(0.32) }), rect(v.side(left), [-1, 0, far, top]));
  s.fill(m.stone(0.4), rect(v.side(left), [-1, 0, far, 0.2]));
  s.fill(m.stone(0.3), rect(v.back(far), [left, 0, 1.2, 0.2]));
  ceiling(stage);
  for (const [a, b, t] of [
    [top - 0.42, top - 0.34, 0.4],
    [top - 0.34, top - 0.12, 0.1],
    [top - 0.12, top, 0.3],
  ] as const) {
    s.fill(m.stone(t + 0.2), rect(v.side(left), [-1, a, far, b]));
    s.fill(m.stone(t), rect(v.back(far), [left, a, 1.2, b]));
  }
}

function ceiling({ s, v, m }: Stage) {
  const { left, far, top } = HALL;
  s.fill(m.stone(0.3), [v.at(left, top, -1), v.at(left, top, far), v.at(1.2, top, far), [900, -700], [-300, -700]]);
  const plane = v.level(top + 0.3);
  const frame = (x0: number, x1: number, z0: number, z1: number) => rect(v.level(top), [x0, z0, x1, z1]);
  for (const [z0, z1] of [
    [3.9, 5.4],
    [1.6, 3.3],
  ] as const) {
    s.fill(m.stone(0.5), frame(-3.7, -0.3, z0, z1));
    s.fill(s.linear([0, 0], [0, 420], { 0: m.glow(0.6), 1: m.glow(0) }), rect(plane, [-3.55, z0 + 0.12, -0.42, z1 + 0.02]));
    for (const x of range(4, -2.95, 0.62)) s.stroke(m.stone(0.34), 3, [plane(x, z0 + 0.12), plane(x, z1)]);
    s.stroke(m.stone(0.34), 3, [plane(-3.55, (z0 + z1) / 2), plane(-0.42, (z0 + z1) / 2)]);
  }
}

const HALL_WINDOWS = [
  [1.3, 2.5],
  [3.5, 4.7],
] as const;

function hallWindows({ s, v, m }: Stage) {
  const plane = v.side(HALL.left);
  for (const [a, b] of HALL_WINDOWS) {
    s.path({ fill: m.stone(0.14) }, arch(plane, [a - 0.16, b + 0.16], [0.5, 3.5, 0.76]));
    s.path({ fill: m.stone(0.56) }, arch(plane, [a, b], [0.6, 3.5, 0.6]));
    s.path(
      { fill: s.linear(plane(a, 4), plane(a, 0.6), { 0: m.glow(0.4), 0.4: m.glow(0), 1: m.glow(0.5) }) },
      arch(v.side(HALL.left - 0.24), [a, b], [0.6, 3.5, 0.6]),
    );
    for (const z of [a + 0.4, a + 0.8]) s.stroke(m.stone(0.34), 2.5, [v.at(HALL.left - 0.24, 0.6, z), v.at(HALL.left - 0.24, 4, z)]);
    for (const y of range(5, 1.2, 0.6)) s.stroke(m.stone(0.34), 1.5, [v.at(HALL.left - 0.24, y, a), v.at(HALL.left - 0.24, y, b)]);
  }
}

function canvases({ s, v, m }: Stage) {
  const plane = v.back(HALL.far);
  const field = ([u0, v0, u1, v1]: Box2, stops: Stops) => {
    s.path({ fill: m.ink(0.9), 'fill-opacity': 0.25, filter: s.blur(6) }, polygon(rect(plane, [u0 + 0.05, v0 - 0.1, u1 + 0.1, v1 - 0.05])));
    s.fill(m.wood(0.62), rect(plane, [u0 - 0.04, v0 - 0.04, u1 + 0.04, v1 + 0.04]));
    s.fill(s.linear(plane(u0, v1), plane(u0, v0), stops), rect(plane, [u0, v0, u1, v1]));
  };
  field([-3.75, 1, -1.35, 3.9], {
    0: m.stone(0.1),
    0.44: m.stone(0.16),
    0.47: m.gold(0.2),
    0.55: m.cloth(0.34),
    0.6: m.cloth(0.42),
    1: m.cloth(0.62),
  });
  field([-0.75, 1.1, 0.25, 3.5], { 0: m.gold(0.4), 0.5: m.gold(0.22), 0.52: m.stone(0.3), 1: m.stone(0.5) });
  s.fill(m.stone(0.02), rect(plane, [-1.2, 1.3, -1.02, 1.5]));
}

function sunPatches(stage: Stage) {
  const { dark } = stage.m;
  for (const [a, b] of HALL_WINDOWS) {
    const corners: Corner[] = [
      [HALL.left, 0.6, a],
      [HALL.left, 0.6, b],
      [HALL.left, 4, b],
      [HALL.left, 4, a],
    ];
    sunPatch(stage, corners, [1, -1, -0.1], dark ? 0.2 : 0.6);
    beam(stage, corners, { fall: [1, -1, -0.1], strength: dark ? 0.16 : 0.4 });
  }
}

function plinth(stage: Stage, x: number, z: number, draw: (at: Point, k: number) => void) {
  const { s, v, m } = stage;
  const w = 0.26;
  s.path(
    { fill: m.ink(0.95), 'fill-opacity': 0.32, filter: s.blur(9) },
    polygon(rect(v.level(0), [x - w, z - w - 0.05, x + w + 0.5, z + w])),
  );
  box(stage, { x: [x - w, x + w], y: [0, 0.08], z: [z - w, z + w] }, { front: m.stone(0.34), side: m.stone(0.2), top: m.stone(0.1) });
  box(
    stage,
    { x: [x - w + 0.03, x + w - 0.03], y: [0.08, 1.02], z: [z - w + 0.03, z + w - 0.03] },
    { front: m.stone(0.3), left: m.stone(0.08), right: m.stone(0.4), top: m.stone(0.02) },
  );
  draw(v.at(x, 1.02, z), v.scale(x, z));
}

function vase({ s, m }: Stage, [x, y]: readonly [number, number], k: number) {
  const body = s.linear([x - 0.2 * k, 0], [x + 0.2 * k, 0], { 0: m.cloth(0.2), 0.3: m.cloth(0.4), 1: m.cloth(0.86) });
  const profile = points('0.09 0, 0.1 0.03, 0.06 0.07, 0.17 0.28, 0.2 0.46, 0.15 0.58, 0.07 0.65, 0.065 0.76, 0.11 0.82', (a, b) => [
    x + a * k,
    y - b * k,
  ]);
  const left = profile.map(([a, b]): Point => [2 * x - a, b]).reverse();
  s.path({ fill: body }, [...curve(profile), ['L', left[0] ?? [x, y]], ...curve(left).slice(1), ['Z']]);
  s.path({ fill: m.cloth(0.9) }, disc(around([x, y - 0.82 * k]), [0, 0], 0.11 * k, 0.02 * k));
  for (const [r, h] of [
    [0.19, 0.5],
    [0.185, 0.36],
  ] as const)
    s.outline(m.gold(0.3), 3, [
      ['M', [x - r * k, y - h * k]],
      ['C', [x - r * k * 0.5, y - (h - 0.03) * k], [x + r * k * 0.5, y - (h - 0.03) * k], [x + r * k, y - h * k]],
    ]);
}

export const galleryHall: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 900, horizon: 990, eye: 1.6, yaw: 0.45 });
  const stage = { s, v, m };
  hallShell(stage);
  hallWindows(stage);
  canvases(stage);
  s.fill(s.linear(v.at(-2.5, 0, 6.2), [380, 1420], { 0: [m.cloth(0.4), 0.34], 1: [m.cloth(0.3), 0] }), [
    v.at(-3.75, 0, 6.2),
    v.at(-1.35, 0, 6.2),
    [600, 1440],
    [215, 1420],
  ]);
  sunPatches(stage);
  bench(stage, [-2.9, -1.5], [3.1, 3.7]);
  plinth(stage, -0.62, 3.5, (at, k) => vase(stage, at, k));
  air(stage, { at: [400, 840], r: 330, strength: 0.3 });
  vignette(stage, 0.3);
  return s.toString();
};
