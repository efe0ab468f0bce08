import { arch, box, disc, lozenge, range, rect } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { around, points, polygon, trace } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { chandelier } from '../parts/furnishings.ts';
import { air, beam, type Corner, halo, landing, vignette } from '../parts/light.ts';
import { Room } from '../parts/room.ts';
import { balcony, END, HALF, LIGHTS, lagoon, traceryWall } from './venetian-window.ts';

// The piano nobile of a Venetian palace: ogee lights to the lagoon, gilt mirrors, a glass chandelier.

const TOP = 6.3;

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
  for (const z of [z1 - 0.14, z0 + 0.06]) s.outline(m.gold(0.5), 60 / z0, trace(v.back(z), 'M 2.34 0.84 C 2.2 0.6, 2.6 0.3, 2.4 0'));
  box(stage, { x: [2.28, HALF], y: [0.76, 0.86], z: [z0, z1] }, { front: m.gold(0.6), left: m.gold(0.4), top: m.gold(0.3) });
  box(
    stage,
    { x: [2.24, HALF], y: [0.86, 0.92], z: [z0 - 0.04, z1 + 0.04] },
    { front: m.stone(0.3), left: m.stone(0.14), top: m.stone(0.02) },
  );
}

function sconce(stage: Stage, z: number) {
  const { s, v, m } = stage;
  const [x, y] = v.at(HALF - 0.1, 2.6, z);
  halo(stage, { shade: 0.4, at: [x, y - 20], r: 60, strength: 0.7 });
  s.outline(m.gold(0.5), 3, trace(around([x, y]), 'M 12 24 C -8 30, -8 10, -4 0'));
  s.fill(m.glow(0), points('-7 0, -7 -20, -1 -20, -1 0', around([x, y])));
}

function marbleFloor({ s, v, m }: Stage) {
  const plane = v.level(0);
  const edge = polygon(rect(plane, [-HALF, 1.8, HALF, END]));
  s.path({ fill: s.linear([0, 1140], [0, 1688], { 0: m.stone(0.22), 0.4: m.stone(0.32), 1: m.stone(0.42) }) }, edge);
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
  s.fill(s.linear(v.at(0, 0, END), v.at(0, 0, 4.4), { 0: [m.glow(0), 0.5], 1: [m.glow(0), 0] }), rect(plane, [-1.9, 4, 1.9, END]));
}

function sunlight(stage: Stage) {
  const { s, v, m } = stage;
  const fall: Corner = [-0.22, -1, -1.32];
  const light = (x: number): Corner[] =>
    points(`${x + 0.1} 1, ${x + 0.76} 1, ${x + 0.76} 3.2, ${x + 0.43} 3.9, ${x + 0.1} 3.2`).map(([a, b]) => [a, b, END]);
  for (const x of LIGHTS) s.fill(m.glow(0), landing(v, light(x), fall), m.dark ? 0.3 : 0.62);
  const whole: Corner[] = [
    [-1.62, 1, END],
    [1.62, 1, END],
    [1.62, 3.4, END],
    [-1.62, 3.4, END],
  ];
  beam(stage, whole, { fall, strength: m.dark ? 0.12 : 0.34 });
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
  halo(stage, { shade: 0.4, at: [390, 400], r: 240, strength: 0.5 });
  const lights = s.symbol(() =>
    chandelier(s, { metal: m.gold(0.44), lit: m.stone(0.04), flame: m.glow(0), reach: 112, arms: 3, drop: 110 }),
  );
  s.use(lights, [390, 400], 1.5);
  air(stage, { at: [390, 860], r: 400, strength: 0.4 });
  vignette(stage, 0.32);
  return s.toString();
};
