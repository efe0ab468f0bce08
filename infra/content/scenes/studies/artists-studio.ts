import { range, rect, box, disc, turned } from '../paper/shapes.ts';
import { polygon, curve, moved, points, type Point } from '../paper/svg-path.ts';
import { Sheet } from '../paper/sheet.ts';
import { View } from '../paper/view.ts';
import { type Stage, type SceneDrawing } from '../paper/stage.ts';
import { air, vignette, shaft, landing } from '../parts/light.ts';

// An artist's studio under north light: glazed wall and roof, easel, worktable, leaning canvases.

const WALL = 4.4;
const END = 6.4;
const EAVES = 4.3;
const roof = (v: View) => (x, t) => v.at(x, EAVES + t * 2.6, END - t * 3.1);
const GLASS = [-1.6, 3.5];

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
  const list = [
    [-1.6, 1.5],
    [-0.7, 1.5],
    [-0.7, 1.75],
    [-0.5, 1.75],
    [-0.5, 1.5],
    [0.2, 1.86],
    [0.9, 1.5],
    [1.3, 1.5],
    [1.3, 1.7],
    [2.2, 1.7],
    [2.2, 2.05],
    [2.36, 2.05],
    [2.36, 1.7],
    [2.7, 1.7],
    [3.05, 1.95],
    [3.42, 1.75],
    [3.42, 1.06],
    [-1.6, 1.06],
  ] as const;
  s.fill(
    m.stone(0.17),
    list.map((p) => wall(...p)),
  );
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
  s.path({ fill: m.cloth(0.6) }, [
    ['M', [x - 8, y]],
    ['L', [x + 8, y]],
    ['C', [x + 12, y + 20], [x + 46, y + 26], [x + 52, y + 52]],
    ['L', [x - 52, y + 52]],
    ['C', [x - 46, y + 26], [x - 12, y + 20], [x - 8, y]],
    ['Z'],
  ]);
  s.path(
    { fill: m.glow(0) },
    disc((p, q) => [x + p, y + 52 + q], [0, 0], 52, 7),
  );
}

/** Canvases leaning on the right wall, and a shelf with jars. */
function rightWall(stage: Stage) {
  const { s, v, m } = stage;
  const lean = (z0: number, z1: number, high: number, out: number, tone: string, edge: number) => {
    const quad = [v.at(WALL - out, 0, z0), v.at(WALL - 0.06, high, z0), v.at(WALL - 0.06, high, z1), v.at(WALL - out, 0, z1)];
    s.fill(m.ink(0.9), [v.at(WALL - out - 0.14, 0, z0), quad[1], quad[2], quad[3]], 0.22);
    s.fill(edge, quad);
    const inset = (a: number, b: number): Point => [a[0] + (b[0] - a[0]) * 0.05, a[1] + (b[1] - a[1]) * 0.05];
    s.fill(
      tone,
      quad.map((p, i) => inset(p, quad[(i + 2) % 4])),
    );
  };
  lean(
    4.5,
    6.1,
    1.7,
    0.42,
    s.linear(v.at(WALL, 1.7, 5), v.at(WALL, 0, 5), { 0: m.gold(0.22), 0.5: m.cloth(0.36), 1: m.cloth(0.66) }),
    m.wood(0.66),
  );
  lean(4.2, 5.3, 1.15, 0.62, m.stone(0.1), m.wood(0.6));
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

function jar({ s, v }: Stage, [x, y, z]: readonly [number, number, number], r: number, h: number, tone: string) {
  const [px, py] = v.at(x, y, z);
  const k = v.scale(x, z);
  s.path(
    { fill: tone },
    moved(
      turned(
        (
          [
            [r * 0.7, 0],
            [r, h * 0.3],
            [r, h * 0.62],
            [r * 0.5, h * 0.8],
            [r * 0.5, h * 0.92],
            [r * 0.65, h],
          ] as const
        ).map(([a, b]) => [a * k, b * k]),
      ),
      [px, py],
    ),
  );
}

function easel(stage: Stage) {
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
  const face = [P(-0.62, 0.86, -0.06), P(-0.62, 2.26, 0.1), P(0.62, 2.26, 0.1), P(0.62, 0.86, -0.06)];
  s.fill(m.wood(0.6), [face[0], face[1], P(-0.65, 2.26, 0.14), P(-0.65, 0.86, -0.02)]);
  s.fill(s.linear(face[1], face[3], { 0: m.stone(0), 1: m.stone(0.14) }), face);
  sketch(stage, (a, b) => P(-0.62 + a * 1.24, 0.86 + b * 1.4, -0.06 + b * 0.16));
  s.fill(m.wood(0.46), [P(-0.68, 0.78, -0.14), P(-0.68, 0.86, -0.14), P(0.68, 0.86, -0.14), P(0.68, 0.78, -0.14)]);
  s.fill(m.wood(0.4), [P(-0.08, 2.22, 0.02), P(-0.08, 2.34, 0.02), P(0.08, 2.34, 0.02), P(0.08, 2.22, 0.02)]);
}

/** The painting in progress: a still, half-finished landscape. */
function sketch({ s, m }: Stage, at: number) {
  s.path({ fill: m.cloth(0.16) }, [
    ...curve(
      (
        [
          [0.1, 0.5],
          [0.3, 0.62],
          [0.5, 0.52],
          [0.74, 0.66],
          [0.9, 0.56],
        ] as const
      ).map((p) => at(...p)),
    ),
    ['L', at(0.9, 0.18)],
    ['L', at(0.1, 0.18)],
    ['Z'],
  ]);
  s.path(
    { fill: m.gold(0.22) },
    disc((a, b) => at(0.66 + a * 0.1, 0.76 + b * 0.09), [0, 0], 1),
  );
  s.path({ fill: m.cloth(0.44) }, [
    ...curve(
      (
        [
          [0.1, 0.38],
          [0.3, 0.42],
          [0.56, 0.32],
          [0.9, 0.4],
        ] as const
      ).map((p) => at(...p)),
    ),
    ['L', at(0.9, 0.18)],
    ['L', at(0.1, 0.18)],
    ['Z'],
  ]);
  s.path(
    { fill: 'none', stroke: m.stone(0.4) },
    curve(
      (
        [
          [0.3, 0.62],
          [0.42, 0.76],
          [0.5, 0.7],
        ] as const
      ).map((p) => at(...p)),
    ),
  );
}

function worktable(stage: Stage) {
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
  panels2(stage, x0, x1, z0);
  box(stage, { x: [x0, x1], y: [0.72, 0.78], z: [z0, z1] }, { front: m.wood(0.54), right: m.wood(0.4), top: m.wood(0.14) });
  brushes(stage, 0.36, 3.45);
  jar(stage, [0.62, 0.78, 3.5], [0.07, 0.16], m.cloth(0.66));
  jar(stage, [0.8, 0.78, 3.52], [0.06, 0.22], m.gold(0.4));
  palette(stage, 0.84, 3.28);
}

function panels2({ s, v, m }: Stage, x0: number, x1: number, z: number) {
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
  s.fill(s.linear([px - 28, 0], [px + 28, 0], { 0: m.stone(0.4), 0.6: m.stone(0.06), 1: m.stone(0.24) }), [
    [px - 24, py],
    [px - 28, py - 66],
    [px + 28, py - 66],
    [px + 24, py],
  ]);
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

function daylight({ s, v, m }: Stage) {
  for (const [a, b] of [
    [-0.4, 1.4],
    [1.6, 3.3],
  ] as const) {
    const pane = [
      [a, 1.2, END],
      [b, 1.2, END],
      [b, 4, END],
      [a, 4, END],
    ] as const;
    const patch = landing(v, pane, [0.3, -1, -0.86]);
    s.path({ fill: m.glow(0), 'fill-opacity': m.dark ? 0.14 : 0.34, filter: s.blur(3) }, polygon(patch));
    shaft(s, { colour: m.glow(0), opening: pane.map((c) => v.at(...c)), patch, strength: m.dark ? 0.08 : 0.2 });
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
  air(s, { colour: m.dark ? m.stone(0.95) : m.glow(0.1), at: [340, 830], r: 360, strength: 0.3 });
  vignette(s, m.ink(0.95), 0.3);
  return s.toString();
};
