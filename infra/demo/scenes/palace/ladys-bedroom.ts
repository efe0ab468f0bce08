import { arch, disc, range, rect } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { type Command, type Plane, polygon, trace } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { chandelier } from '../parts/furnishings.ts';
import { air, beam, type Corner, halo, sunPatch, vignette } from '../parts/light.ts';
import { chevrons, panels, Room } from '../parts/room.ts';
import { bed } from './canopy-bed.ts';
import { dressingTable } from './dressing-table.ts';

// A lady's bedroom: a crowned canopy bed on the axis, a tall window, a dressing table with its glass.

const END = 6.6;
const LEFT = -2.58;
const RIGHT = 2.75;
const TOP = 4.9;
const CEILING_ROSE = 3.1;

function boudoir(stage: Stage) {
  const { s, v, m } = stage;
  const room = new Room(v, { left: LEFT, right: RIGHT, top: TOP, far: END, near: 1.8 });
  const wall = s.linear([0, 620], [0, 1160], { 0: m.stone(0.2), 0.5: m.stone(0.1), 1: m.stone(0.2) });
  room.shell(s, {
    ceiling: s.linear([0, 0], [0, 620], { 0: m.stone(0.4), 1: m.stone(0.12) }),
    left: m.stone(0.34),
    right: m.stone(0.2),
    back: wall,
  });
  room.band(s, 0, 0.16, [m.stone(0.46), m.stone(0.3), m.stone(0.38)]);
  room.band(s, 0.86, 0.94, [m.stone(0.22), m.stone(0.02), m.stone(0.1)]);
  room.band(s, TOP - 0.42, TOP - 0.36, [m.gold(0.44), m.gold(0.28), m.gold(0.34)]);
  room.band(s, TOP - 0.34, TOP - 0.1, [m.stone(0.3), m.stone(0.06), m.stone(0.18)]);
  room.band(s, TOP - 0.1, TOP, [m.stone(0.42), m.stone(0.24), m.stone(0.32)]);
  const back = v.back(END);
  panels(
    s,
    back,
    [
      [-2.55, 1.1, -1.62, 4.2],
      [1.62, 1.1, 2.55, 4.2],
      [-2.55, 0.26, -1.62, 0.76],
      [1.62, 0.26, 2.55, 0.76],
    ],
    { dark: m.stone(0.34), light: m.stone(0) },
  );
  panels(
    s,
    v.side(RIGHT),
    [
      [4.8, 1.1, 6.4, 4.2],
      [4.8, 0.26, 6.4, 0.76],
    ],
    { dark: m.stone(0.4), light: m.stone(0.04) },
  );
  rosette(stage);
}

function rosette({ s, v, m }: Stage) {
  const plane = v.level(TOP);
  for (const [r, t] of [
    [1.25, 0.3],
    [1.15, 0.16],
    [0.8, 0.32],
    [0.72, 0.2],
  ] as const)
    s.path({ fill: m.stone(t) }, disc(plane, [0, CEILING_ROSE], r));
  s.path(
    { fill: 'none', stroke: m.stone(0.32), 'stroke-width': 16, 'stroke-dasharray': '1 40', 'stroke-linecap': 'round' },
    disc(plane, [0, CEILING_ROSE], 0.97),
  );
  for (const [r, t] of [
    [0.3, 0.36],
    [0.2, 0.2],
    [0.08, 0.44],
  ] as const)
    s.path({ fill: m.stone(t) }, disc(plane, [0, CEILING_ROSE], r));
  for (const x of [-2.3, 2.3]) s.stroke(m.stone(0.3), 3, [v.at(x, TOP, 2), v.at(x, TOP, END - 0.4), v.at(0, TOP, END - 0.4)]);
}

function parquet({ s, v, m }: Stage) {
  const plane = v.level(0);
  s.fill(s.linear([0, 1160], [0, 1688], { 0: m.wood(0.2), 1: m.wood(0.5) }), rect(plane, [LEFT, 1.8, RIGHT, END]));
  chevrons(s, plane, { u: [-2.8, 2.8, 0.4], v: [1.6, END - 0.3, 0.47], tone: m.wood(0.38), seam: m.wood(0.58), width: 1 });
  s.path({ fill: m.gold(0.44) }, disc(plane, [0, 3.55], 1.55, 1.12));
  s.path({ fill: m.cloth(0.58) }, disc(plane, [0, 3.55], 1.47, 1.05));
  s.path({ fill: m.gold(0.3) }, disc(plane, [0, 3.55], 1.2, 0.85));
  s.path({ fill: m.cloth(0.5) }, disc(plane, [0, 3.55], 1.14, 0.8));
}

function windowWall(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.side(LEFT);
  const [a, b] = [5.25, 6.2];
  s.path({ fill: m.stone(0.1) }, arch(plane, [a - 0.16, b + 0.16], [0.16, 3.35, 0.5], 'flat'));
  s.path(
    { fill: s.linear(plane(a, 3.8), plane(a, 0.2), { 0: m.glow(0.3), 0.4: m.glow(0), 1: m.glow(0.5) }) },
    polygon(rect(plane, [a, 0.3, b, 3.7])),
  );
  s.stroke(m.stone(0.3), 5, [plane((a + b) / 2, 0.3), plane((a + b) / 2, 3.7)]);
  for (const z of [a + 0.24, b - 0.24]) s.stroke(m.stone(0.3), 2, [plane(z, 0.3), plane(z, 3.7)]);
  for (const y of range(5, 0.9, 0.62)) s.stroke(m.stone(0.3), 2, [plane(a, y), plane(b, y)]);
  for (const [z, w, turn] of [
    [b + 0.22, 0.42, -1],
    [a - 0.2, 0.5, 1],
  ] as const)
    curtain(stage, (d, y) => v.at(LEFT + 0.12, y, z + turn * d * w));
  const drop = (t: number) => v.at(LEFT + 0.16, 3.5 - Math.abs(Math.sin(t * Math.PI * 3)) * 0.3, a - 0.35 + t * (b - a + 0.7));
  s.path({ fill: m.cloth(0.56) }, [
    ['M', v.at(LEFT + 0.16, 3.95, a - 0.35)],
    ...range(13, 0, 1 / 12).map((t): Command => ['L', drop(t)]),
    ['L', v.at(LEFT + 0.16, 3.95, b + 0.35)],
    ['Z'],
  ]);
  s.stroke(m.gold(0.4), 6, [v.at(LEFT + 0.18, 3.97, a - 0.45), v.at(LEFT + 0.18, 3.97, b + 0.45)]);
}

/** A curtain tied back at 1.2 m: d runs 0 (outer edge) to 1 (towards the glass). */
function curtain({ s, m }: Stage, at: Plane) {
  s.path({ fill: m.cloth(0.54) }, trace(at, 'M 0 3.95 L 1.25 3.95 C 1.2 2.6, 0.7 1.7, 0.35 1.3 C 0.5 0.9, 0.6 0.4, 0.6 0.02 L 0 0.02 Z'));
  for (const k of [0.25, 0.55, 0.9])
    s.outline(
      m.cloth(0.74),
      3,
      trace(
        at,
        `
    M ${k * 1.2} 3.9 C ${k * 1.15} 2.6, ${k * 0.7} 1.8, ${k * 0.32} 1.32
    C ${k * 0.5} 0.9, ${k * 0.58} 0.5, ${k * 0.58} 0.05`,
      ),
    );
  s.outline(m.gold(0.34), 6, trace(at, 'M 0 1.4 L 0.4 1.26'));
}

const SUN: Corner = [0.62, -1, -0.5];
const pane = (a: number, b: number): Corner[] => [
  [LEFT, 0.4, a],
  [LEFT, 0.4, b],
  [LEFT, 3.2, b],
  [LEFT, 3.2, a],
];
const PANES = [pane(5.25, 5.7), pane(5.75, 6.2)];

/** Patches of sun on the floor, under everything that stands on it. */
function sunOnFloor(stage: Stage) {
  for (const corners of PANES) sunPatch(stage, corners, SUN, stage.m.dark ? 0.16 : 0.5);
}

function sunlight(stage: Stage) {
  for (const corners of PANES) beam(stage, corners, { fall: SUN, strength: stage.m.dark ? 0.12 : 0.3 });
}

export const ladysBedroom: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 780, horizon: 1000, eye: 1.6 });
  const stage = { s, v, m };
  boudoir(stage);
  parquet(stage);
  windowWall(stage);
  sunOnFloor(stage);
  bed(stage, END);
  dressingTable(stage);
  halo(stage, { shade: 0.4, at: [390, 400], r: 210, strength: 0.5 });
  const lights = s.symbol(() =>
    chandelier(s, { metal: m.gold(0.5), lit: m.stone(0.04), flame: m.glow(0), reach: 96, arms: 2, drop: 100, chain: 222 }),
  );
  s.use(lights, [390, 424], 1.15);
  sunlight(stage);
  air(stage, { at: [390, 850], r: 380, strength: 0.34 });
  vignette(stage, 0.3);
  return s.toString();
};
