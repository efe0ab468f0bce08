import { box, disc, range, rect } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { around, type Plane, type Point, points, trace } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { air, beam, type Corner, sunPatch, vignette } from '../parts/light.ts';
import { easel } from './easel.ts';
import { jar, worktable } from './studio-table.ts';

// An artist's studio under north light: glazed wall and roof, easel, worktable, leaning canvases.

const WALL = 4.4;
const END = 6.4;
const EAVES = 4.3;
/** The slope of the roof: x, and 0–1 from the eaves up. */
const roof =
  (v: View): Plane =>
  (x, t) =>
    v.at(x, EAVES + t * 2.6, END - t * 3.1);
const GLASS = [-1.6, 3.5] as const;

function shellOf({ s, v, m }: Stage) {
  s.fill(s.linear([0, 1100], [0, 1688], { 0: m.wood(0.2), 1: m.wood(0.54) }), points('0 1000, 780 1000, 780 1688, 0 1688'));
  for (const x of range(23, -2, 0.3)) s.stroke(m.wood(0.5), 1.3, [v.at(x, 0, END), v.at(x, 0, Math.max(1.6, 0.8 - x * 0.36 + 1))]);
  s.fill(s.linear([0, 1000], [0, 300], { 0: m.stone(0.12), 1: m.stone(0.26) }), rect(v.back(END), [-2.2, 0, WALL, EAVES]));
  s.fill(m.stone(0.34), [v.at(-2.2, EAVES, END), v.at(WALL, EAVES, END), [900, 250], [900, -300], [-300, -300]]);
  s.fill(s.linear(v.at(WALL, 0, END), v.at(WALL, 0, 3), { 0: m.stone(0.26), 1: m.stone(0.4) }), [
    v.at(WALL, 0, 2.4),
    v.at(WALL, 0, END),
    v.at(WALL, EAVES, END),
    v.at(WALL, EAVES + 2.6, END - 3.1),
    v.at(WALL, 7, 2.4),
  ]);
  s.fill(m.stone(0.4), rect(v.back(END), [-2.2, 0, WALL, 0.16]));
  s.fill(m.stone(0.5), rect(v.side(WALL), [2.4, 0, END, 0.16]));
}

function northLight(stage: Stage) {
  const { s, v, m } = stage;
  const [a, b] = GLASS;
  const wall = v.back(END);
  const slope = roof(v);
  s.fill(m.stone(0.5), rect(wall, [a, 1, b, EAVES - 0.1]));
  s.fill(
    s.linear(wall(1, EAVES), wall(1, 1), { 0: m.glow(0), 0.6: m.glow(0.1), 1: m.glow(0.6) }),
    rect(wall, [a, 1.05, b - 0.06, EAVES - 0.14]),
  );
  s.fill(s.linear(slope(1, 1), slope(1, 0), { 0: m.glow(0.7), 1: m.glow(0) }), rect(slope, [a, 0.04, b - 0.06, 1]));
  roofline(stage);
  const bars = m.stone(0.42);
  for (const x of range(8, a + 0.62, 0.62)) s.stroke(bars, 3.5, [wall(x, 1.05), wall(x, EAVES - 0.12), slope(x, 0.04), slope(x, 1)]);
  for (const y of [1.85, 2.65, 3.45]) s.stroke(bars, 2.5, [wall(a, y), wall(b, y)]);
  for (const t of [0.3, 0.58, 0.84]) s.stroke(bars, 3, [slope(a, t), slope(b, t)]);
  s.fill(m.stone(0.2), rect(wall, [-2.2, EAVES - 0.14, WALL, EAVES + 0.02]));
  s.fill(m.stone(0.03), rect(wall, [a, 0.92, b + 0.1, 1.04]));
}

/** Low roofs outside, pale, so that the glass reads as glass. */
function roofline({ s, v, m }: Stage) {
  const wall = v.back(END);
  const skyline =
    '-1.6 1.5, -0.7 1.5, -0.7 1.75, -0.5 1.75, -0.5 1.5, 0.2 1.86, 0.9 1.5, 1.3 1.5, 1.3 1.7, 2.2 1.7, 2.2 2.05, 2.36 2.05, 2.36 1.7, 2.7 1.7, 3.05 1.95, 3.42 1.75';
  s.fill(m.stone(0.17), points(`${skyline}, 3.42 1.06, -1.6 1.06`, wall));
}

function rafters(stage: Stage) {
  const { s, v, m } = stage;
  for (const x of [-0.35, 3.62]) {
    const slope = roof(v);
    s.fill(m.wood(0.6), [slope(x, 0), slope(x + 0.16, 0), slope(x + 0.16, 1), slope(x, 1)]);
    s.fill(m.wood(0.78), [
      slope(x + 0.16, 0),
      v.at(x + 0.16, EAVES - 0.06, END),
      v.at(x + 0.16, EAVES + 2.44, END - 3.1),
      slope(x + 0.16, 1),
    ]);
  }
  const z = 5;
  box(
    stage,
    { x: [WALL - 0.22, WALL], y: [4.82, 5.2], z: [z, z + 0.18] },
    { front: m.wood(0.62), left: m.wood(0.48), bottom: m.wood(0.8) },
  );
  box(stage, { x: [-2, WALL], y: [5.2, 5.4], z: [z, z + 0.18] }, { front: m.wood(0.56), bottom: m.wood(0.76), top: m.wood(0.4) });
}

function pendant({ s, v, m }: Stage) {
  const [x, y] = v.at(1.75, 4.3, 5);
  s.stroke(m.ink(0.8), 2.5, [v.at(1.75, 5.2, 5), [x, y]]);
  s.path({ fill: m.cloth(0.6) }, trace(around([x, y]), 'M -8 0 L 8 0 C 12 20, 46 26, 52 52 L -52 52 C -46 26, -12 20, -8 0 Z'));
  s.path({ fill: m.glow(0) }, disc(around([x, y + 52]), [0, 0], 52, 7));
}

interface Leaning {
  z: readonly [number, number];
  high: number;
  /** How far its foot stands from the wall. */
  out: number;
}

function leaningCanvas({ s, v, m }: Stage, { z: [z0, z1], high, out }: Leaning, { tone, edge }: { tone: string; edge: string }) {
  const foot = v.at(WALL - out, 0, z0);
  const [head, farHead, farFoot] = [v.at(WALL - 0.06, high, z0), v.at(WALL - 0.06, high, z1), v.at(WALL - out, 0, z1)];
  s.fill(m.ink(0.9), [v.at(WALL - out - 0.14, 0, z0), head, farHead, farFoot], 0.22);
  s.fill(edge, [foot, head, farHead, farFoot]);
  const inset = (a: Point, b: Point): Point => [a[0] + (b[0] - a[0]) * 0.05, a[1] + (b[1] - a[1]) * 0.05];
  s.fill(tone, [inset(foot, farHead), inset(head, farFoot), inset(farHead, foot), inset(farFoot, head)]);
}

/** Canvases leaning on the right wall, and a shelf with jars. */
function rightWall(stage: Stage) {
  const { s, v, m } = stage;
  const sunset = s.linear(v.at(WALL, 1.7, 5), v.at(WALL, 0, 5), { 0: m.gold(0.22), 0.5: m.cloth(0.36), 1: m.cloth(0.66) });
  leaningCanvas(stage, { z: [4.5, 6.1], high: 1.7, out: 0.42 }, { tone: sunset, edge: m.wood(0.66) });
  leaningCanvas(stage, { z: [4.2, 5.3], high: 1.15, out: 0.62 }, { tone: m.stone(0.1), edge: m.wood(0.6) });
  box(
    stage,
    { x: [WALL - 0.3, WALL], y: [2.46, 2.5], z: [4.4, 6.2] },
    { front: m.wood(0.6), left: m.wood(0.5), top: m.wood(0.24), bottom: m.wood(0.7) },
  );
  for (const [z, r, h, t, mat] of [
    [6, 0.09, 0.3, 0.2, m.stone],
    [5.7, 0.07, 0.22, 0.5, m.cloth],
    [5.4, 0.1, 0.36, 0.36, m.gold],
    [5.05, 0.08, 0.2, 0.1, m.stone],
    [4.75, 0.09, 0.32, 0.6, m.cloth],
  ] as const)
    jar(stage, [WALL - 0.15, 2.5, z], [r, h], mat(t));
}

function stool({ s, v, m }: Stage) {
  const [x, z] = [1.75, 2.95];
  const P = (a: number, y: number, b = 0) => v.at(x + a, y, z + b);
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.34, filter: s.blur(6) }, disc(v.level(0), [x + 0.06, z + 0.05], 0.34, 0.28));
  for (const [a, b] of [
    [0.16, 0.18],
    [-0.18, 0.14],
    [-0.2, -0.14],
    [0.2, -0.16],
  ] as const)
    s.stroke(m.wood(b > 0 ? 0.76 : 0.6), 11, [P(a * 0.6, 0.56, b * 0.6), P(a * 1.2, 0, b * 1.2)]);
  s.stroke(m.wood(0.68), 6, [P(-0.2, 0.24, -0.14), P(0.2, 0.24, -0.16)]);
  s.path({ fill: m.wood(0.62) }, disc(v.level(0.55), [x, z], 0.22, 0.2));
  s.path({ fill: m.wood(0.3) }, disc(v.level(0.6), [x, z], 0.22, 0.2));
}

function daylight(stage: Stage) {
  const { dark } = stage.m;
  const fall: Corner = [0.3, -1, -0.86];
  for (const [a, b] of [
    [-0.4, 1.4],
    [1.6, 3.3],
  ] as const) {
    const pane: Corner[] = [
      [a, 1.2, END],
      [b, 1.2, END],
      [b, 4, END],
      [a, 4, END],
    ];
    sunPatch(stage, pane, fall, dark ? 0.14 : 0.34);
    beam(stage, pane, { fall, strength: dark ? 0.08 : 0.2 });
  }
}

export const artistsStudio: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 900, horizon: 980, eye: 1.6, yaw: -0.35 });
  const stage = { s, v, m };
  shellOf(stage);
  northLight(stage);
  rafters(stage);
  pendant(stage);
  rightWall(stage);
  daylight(stage);
  easel(stage);
  worktable(stage);
  stool(stage);
  air(stage, { at: [340, 830], r: 360, strength: 0.3 });
  vignette(stage, 0.3);
  return s.toString();
};
