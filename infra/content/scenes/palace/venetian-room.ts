import { range, rect, box, arch, archLine, disc, lozenge } from '../paper/shapes.ts';
import { polygon, trace, type Plane } from '../paper/svg-path.ts';
import { Sheet } from '../paper/sheet.ts';
import { View } from '../paper/view.ts';
import { type Stage, type SceneDrawing } from '../paper/stage.ts';
import { Room } from '../parts/room.ts';
import { air, vignette, halo, shaft, landing } from '../parts/light.ts';
import { chandelier } from '../parts/furnishings.ts';

// The piano nobile of a Venetian palace: ogee lights to the lagoon, gilt mirrors, a glass chandelier.

const HALF = 2.7;
const END = 9;
const TOP = 6.3;
const LIGHTS = range(4, -1.72, 0.86);

function shellOf({ s, v, m }: Stage) {
  const room = new Room(v, { left: -HALF, right: HALF, top: TOP, far: END, near: 2 });
  const wall = (t: number) => s.linear([0, 560], [0, 1140], { 0: m.cloth(t + 0.12), 0.6: m.cloth(t), 1: m.cloth(t + 0.08) });
  room.shell(s, { back: m.stone(0.16), left: wall(0.56), right: wall(0.48), ceiling: m.wood(0.6) });
  room.band(s, 0, 0.9, [m.wood(0.7), m.stone(0.24), m.wood(0.6)]);
  room.band(s, 0.9, 1, [m.gold(0.5), m.stone(0.08), m.gold(0.4)]);
  room.band(s, 5.3, 5.36, [m.gold(0.5), m.gold(0.34), m.gold(0.42)]);
  room.band(s, 5.36, 5.95, [m.stone(0.4), m.stone(0.2), m.stone(0.34)]);
  room.band(s, 5.95, TOP, [m.wood(0.66), m.wood(0.5), m.wood(0.6)]);
  for (const x of range(11, -2.5, 0.5)) s.path({ fill: m.gold(0.36) }, lozenge(v.back(END), [x, 5.65], 0.12, 0.17));
}

function beams({ s, v, m }: Stage) {
  for (const z of range(9, 8.6, -0.62)) {
    s.fill(m.wood(0.36), rect(v.back(z), [-HALF, TOP - 0.3, HALF, TOP]));
    s.fill(m.wood(0.74), rect(v.level(TOP - 0.3), [-HALF, z, HALF, z + 0.24]));
  }
  for (const z of range(9, 8.6, -0.62)) s.stroke(m.gold(0.34), 2, [v.at(-HALF, TOP - 0.24, z), v.at(HALF, TOP - 0.24, z)]);
}

function lagoon({ s, v, m }: Stage) {
  const plane = v.back(END);
  s.fill(
    s.linear(plane(0, 4.6), plane(0, 1), { 0: m.glow(0.7), 0.6: m.glow(0), 0.82: m.glow(0.2), 0.83: m.stone(0.2), 1: m.stone(0.1) }),
    rect(plane, [-1.72, 0.9, 1.72, 4.6]),
  );
  const P = (x: number, y: number) => plane(x, 1.58 + y);
  s.path(
    { fill: m.stone(0.26) },
    trace(
      P,
      `
    M -1.5 0 L -1.5 0.12 L -1.28 0.12 L -1.28 0.62 L -1.225 0.8 L -1.17 0.62 L -1.17 0.14 L -1.05 0.14
    L -1.05 0.26 C -1.05 0.46, -0.78 0.46, -0.78 0.26 L -0.78 0.14 L -0.5 0.1 L -0.5 0 Z`,
    ),
  );
  s.path({ fill: m.stone(0.22) }, trace(P, 'M 0.7 0 L 0.8 0.07 L 1.1 0.06 L 1.3 0.12 L 1.72 0.09 L 1.72 0 Z'));
  for (const [x, y, w] of [
    [-1.1, -0.12, 0.4],
    [0.2, -0.2, 0.5],
    [0.9, -0.1, 0.4],
    [-0.4, -0.3, 0.6],
  ] as const)
    s.stroke(m.glow(0), 2, [P(x, y), P(x + w, y)]);
}

function traceryWall(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.back(END);
  const holes = LIGHTS.flatMap((x) => arch(plane, [x + 0.07, x + 0.79], [0.9, 2.95, 1.02], 'ogee'));
  const eyes = range(3, -0.86, 0.86).flatMap((x) => quatrefoil(plane, x, 4.12));
  const outline = [plane(-HALF, 0.9), plane(-HALF, 5.3), plane(HALF, 5.3), plane(HALF, 0.9)];
  const marble = s.linear(plane(-HALF, 0), plane(HALF, 0), { 0: m.stone(0.3), 0.5: m.stone(0.14), 1: m.stone(0.26) });
  s.path({ fill: marble, 'fill-rule': 'evenodd' }, [...polygon(outline), ...holes, ...eyes]);
  s.path(
    { fill: 'none', stroke: m.stone(0.02), 'stroke-width': 3 },
    LIGHTS.flatMap((x) => archLine(plane, [x + 0.04, x + 0.82], [2.9, 2.95, 1.06], 'ogee')),
  );
  s.path(
    { fill: 'none', stroke: m.stone(0.04), 'stroke-width': 3 },
    range(3, -0.86, 0.86).flatMap((x) => disc(plane, [x, 4.12], 0.25)),
  );
  s.path(
    { fill: 'none', stroke: m.stone(0.04), 'stroke-width': 6 },
    polygon([plane(-1.86, 0.95), plane(-1.86, 4.72), plane(1.86, 4.72), plane(1.86, 0.95)]),
  );
  for (const x of [...LIGHTS, 1.72]) column(stage, plane, x);
  for (const x of LIGHTS) {
    s.stroke(m.stone(0.36), 1.4, [plane(x + 0.43, 0.95), plane(x + 0.43, 3.3)]);
    for (const y of [1.9, 2.6]) s.stroke(m.stone(0.36), 1, [plane(x + 0.1, y), plane(x + 0.76, y)]);
  }
}

function quatrefoil(plane: Plane, x: number, y: number, r = 0.115) {
  return (
    [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ] as const
  ).flatMap(([a, b]) => disc(plane, [x + a * r, y + b * r], r * 0.98));
}

function column({ s, m }: Stage, plane: Plane, x: number) {
  s.fill(m.stone(0.1), rect(plane, [x - 0.06, 1, x + 0.01, 2.8]));
  s.fill(m.stone(0.34), rect(plane, [x + 0.01, 1, x + 0.06, 2.8]));
  s.fill(m.stone(0.04), [plane(x - 0.06, 2.78), plane(x - 0.12, 2.97), plane(x + 0.12, 2.97), plane(x + 0.06, 2.78)]);
}

function balcony({ s, v, m }: Stage) {
  const plane = v.back(END - 0.02);
  s.fill(m.stone(0.2), rect(plane, [-HALF, 0, HALF, 0.96]));
  for (const x of range(10, -2.16, 0.48)) s.path({ fill: m.stone(0.38) }, arch(plane, [x - 0.17, x + 0.17], [0.2, 0.5, 0.26], 'ogee'));
  s.fill(m.stone(0.03), rect(plane, [-HALF, 0.92, HALF, 1.02]));
}

/** Gilt mirror, console and vase on the right-hand wall. */
function mirrorWall(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.side(HALF);
  for (const [z, top] of [
    [6.2, 4.4],
    [4.0, 4.4],
  ] as const) {
    const w = 1.5;
    s.path({ fill: m.gold(0.58) }, arch(plane, [z, z + w], [1.3, 3.4, 1.5], 'ogee'));
    s.path({ fill: m.gold(0.28) }, arch(plane, [z + 0.05, z + w - 0.05], [1.35, 3.4, 1.38], 'ogee'));
    s.path({ fill: m.gold(0.7) }, arch(plane, [z + 0.14, z + w - 0.14], [1.45, 3.38, 1.12], 'ogee'));
    const glass = s.linear(plane(z, top), plane(z + w, 1.4), { 0: m.stone(0.3), 0.45: m.glow(0.1), 0.5: m.stone(0.16), 1: m.stone(0.4) });
    s.path({ fill: glass }, arch(plane, [z + 0.17, z + w - 0.17], [1.48, 3.38, 1.06], 'ogee'));
    s.path({ fill: m.gold(0.4) }, disc(plane, [z + w / 2, 4.86], 0.14));
    consoleTable(stage, z, z + w);
  }
  sconce(stage, 8.3);
}

function consoleTable(stage: Stage, z0: number, z1: number) {
  const { s, v, m } = stage;
  for (const z of [z1 - 0.14, z0 + 0.06])
    s.path({ fill: 'none', stroke: m.gold(0.5), 'stroke-width': 60 / z0 }, trace(v.back(z), 'M 2.34 0.84 C 2.2 0.6, 2.6 0.3, 2.4 0'));
  box(stage, { x: [2.28, HALF], y: [0.76, 0.86], z: [z0, z1] }, { front: m.gold(0.6), left: m.gold(0.4), top: m.gold(0.3) });
  box(
    stage,
    { x: [2.24, HALF], y: [0.86, 0.92], z: [z0 - 0.04, z1 + 0.04] },
    { front: m.stone(0.3), left: m.stone(0.14), top: m.stone(0.02) },
  );
}

function sconce({ s, v, m }: Stage, z: number) {
  const [x, y] = v.at(HALF - 0.1, 2.6, z);
  halo(s, { colour: m.glow(0.4), at: [x, y - 20], r: 60, strength: 0.7 });
  s.path({ fill: 'none', stroke: m.gold(0.5), 'stroke-width': 3 }, [
    ['M', [x + 12, y + 24]],
    ['C', [x - 8, y + 30], [x - 8, y + 10], [x - 4, y]],
  ]);
  s.fill(m.glow(0), [
    [x - 7, y],
    [x - 7, y - 20],
    [x - 1, y - 20],
    [x - 1, y],
  ]);
}

function marbleFloor({ s, v, m }: Stage) {
  const plane = v.level(0);
  const edge = polygon(rect(plane, [-HALF, 1.8, HALF, END]));
  s.path({ fill: s.linear([0, 1140], [0, 1688], { 0: m.stone(0.1), 0.5: m.stone(0.2), 1: m.stone(0.34) }) }, edge);
  const diagonal = (a: number, b: number) => plane((a - b) * Math.SQRT1_2, (a + b) * Math.SQRT1_2);
  s.clipped(edge, () => {
    const n = 0.72;
    for (const i of range(17, -3))
      for (const j of range(17, -3)) {
        const x = (i - j) * n * Math.SQRT1_2;
        const z = (i + j + 1) * n * Math.SQRT1_2;
        if ((i + j) % 2 || Math.abs(x) > 2.95 || z < 2.4 || z > 9.2) continue;
        s.fill(m.cloth(0.56), rect(diagonal, [i * n, j * n, (i + 1) * n, (j + 1) * n]), 0.62);
      }
  });
  s.fill(s.linear(v.at(0, 0, END), v.at(0, 0, 4.4), { 0: [m.glow(0), 0.8], 1: [m.glow(0), 0] }), rect(plane, [-1.9, 4, 1.9, END]));
}

function sunlight({ s, v, m }: Stage) {
  const quads = LIGHTS.map((x) => [
    [x + 0.1, 1, END],
    [x + 0.76, 1, END],
    [x + 0.76, 3.2, END],
    [x + 0.43, 3.9, END],
    [x + 0.1, 3.2, END],
  ]);
  const fall = [-0.3, -1, -1];
  for (const q of quads) s.fill(m.glow(0), landing(v, q, fall), m.dark ? 0.2 : 0.5);
  const whole = [
    [-1.62, 1, END],
    [1.62, 1, END],
    [1.62, 3.4, END],
    [-1.62, 3.4, END],
  ] as const;
  shaft(s, { colour: m.glow(0), opening: whole.map((c) => v.at(...c)), patch: landing(v, whole, fall), strength: m.dark ? 0.12 : 0.34 });
}

function chair({ s, v, m }: Stage, x: number, z: number, turn: number) {
  const at = (a: number, b: number, c: number) => v.at(x + a * turn, b, z + c);
  s.path(
    { fill: m.ink(0.95), 'fill-opacity': 0.35, filter: s.blur(6) },
    polygon([at(-0.35, 0, -0.05), at(0.35, 0, -0.05), at(0.4, 0, 0.6), at(-0.35, 0, 0.6)]),
  );
  for (const [a, c] of [
    [0.26, 0.5],
    [-0.26, 0.5],
    [0.26, 0],
    [-0.26, 0],
  ] as const)
    s.stroke(m.gold(0.6), 9, [at(a, 0.46, c), at(a * 1.08, 0, c)]);
  s.path({ fill: m.gold(0.56) }, [
    ['M', at(0.34, 0.46, 0.55)],
    ['L', at(0.34, 1.25, 0.55)],
    ['C', at(0.34, 1.42, 0.55), at(0.34, 1.4, 0), at(0.34, 1.3, -0.02)],
    ['L', at(0.34, 0.46, -0.02)],
    ['Z'],
  ]);
  s.path({ fill: m.cloth(0.62) }, [
    ['M', at(0.3, 0.5, 0.5)],
    ['L', at(0.3, 1.2, 0.5)],
    ['C', at(0.3, 1.34, 0.5), at(0.3, 1.32, 0.05), at(0.3, 1.22, 0.03)],
    ['L', at(0.3, 0.5, 0.03)],
    ['Z'],
  ]);
  s.fill(m.cloth(0.4), [at(-0.3, 0.52, -0.02), at(0.32, 0.52, -0.02), at(0.32, 0.52, 0.55), at(-0.3, 0.52, 0.55)]);
  s.fill(m.cloth(0.66), [at(-0.3, 0.4, -0.02), at(0.32, 0.4, -0.02), at(0.32, 0.52, -0.02), at(-0.3, 0.52, -0.02)]);
  s.stroke(m.gold(0.42), 8, [at(-0.3, 0.39, -0.02), at(0.32, 0.39, -0.02)]);
}

export const venetianRoom: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 820, horizon: 1000, eye: 1.6 });
  const stage = { s, v, m };
  shellOf(stage);
  beams(stage);
  lagoon(stage);
  traceryWall(stage);
  balcony(stage);
  marbleFloor(stage);
  sunlight(stage);
  s.halves(() => mirrorWall(stage));
  chair(stage, -1.5, 4.9, -1);
  chair(stage, 1.45, 5.3, 1);
  halo(s, { colour: m.glow(0.4), at: [390, 400], r: 240, strength: 0.5 });
  const lights = s.symbol(() =>
    chandelier(s, { metal: m.gold(0.44), lit: m.stone(0.04), flame: m.glow(0), reach: 112, arms: 3, drop: 110 }),
  );
  s.use(lights, [390, 400], 1.5);
  air(s, { colour: m.dark ? m.stone(0.95) : m.glow(0.1), at: [390, 860], r: 400, strength: 0.4 });
  vignette(s, m.ink(0.95), 0.32);
  return s.toString();
};
