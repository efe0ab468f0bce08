import type { Materials } from '../colour/materials.ts';
import { arch, type Box2, range, rect, turned } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { moved, type Plane, type Point, points, polygon, trace } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { painting } from '../parts/furnishings.ts';
import { air, beam, type Corner, vignette } from '../parts/light.ts';
import { chevrons, Room } from '../parts/room.ts';
import { bench } from './bench.ts';

// A museum's interior: an enfilade of picture cabinets under a laylight.

interface Cabinet {
  near: number;
  far: number;
  wall: (m: Materials, shade: number) => string;
}

const FIRST: Cabinet = { near: 1.6, far: 8.5, wall: (m, t) => m.cloth(0.46 + t) };
const SECOND: Cabinet = { near: 8.9, far: 13.4, wall: (m, t) => m.stone(0.2 + t) };
const THIRD: Cabinet = { near: 13.8, far: 18.6, wall: (m, t) => m.cloth(0.3 + t) };
const HALF = 2.6;
const TOP = 5.2;
const DOOR = { half: 0.95, high: 3.15 };

function cabinet({ s, v, m }: Stage, { near, far, wall }: Cabinet, index: number) {
  const haze = index * -0.07;
  const room = new Room(v, { left: -HALF, right: HALF, top: TOP, far, near });
  const paint = s.linear([0, v.at(0, TOP, far)[1]], [0, v.at(0, 0, far)[1]], { 0: wall(m, 0.14), 0.5: wall(m, 0), 1: wall(m, 0.1) });
  room.shell(s, { ceiling: m.stone(0.22 + haze), left: wall(m, 0.2), right: wall(m, 0.1), back: paint, floor: m.wood(0.36 + haze) });
  room.band(s, 0, 0.75, [m.stone(0.46 + haze), m.stone(0.24 + haze), m.stone(0.36 + haze)]);
  room.band(s, 0.75, 0.83, [m.stone(0.2), m.stone(0.06), m.stone(0.12)]);
  room.band(s, 0, 0.14, [m.stone(0.6), m.stone(0.44), m.stone(0.54)]);
  room.band(s, 4.5, 4.56, [m.gold(0.5), m.gold(0.34), m.gold(0.42)]);
  room.band(s, 4.56, TOP, [m.stone(0.36 + haze), m.stone(0.16 + haze), m.stone(0.28 + haze)]);
  room.band(s, 4.72, 4.82, [m.stone(0.2), m.stone(0.02), m.stone(0.1)]);
}

function skylight({ s, v, m }: Stage) {
  const { far } = FIRST;
  const plane = v.level(TOP + 0.35);
  const frame = [v.at(-1.75, TOP, 3.2), v.at(-1.75, TOP, far - 0.9), v.at(1.75, TOP, far - 0.9), v.at(1.75, TOP, 3.2)];
  s.fill(m.stone(0.46), rect(v.level(TOP), [-1.95, 3, 1.95, far - 0.7]));
  s.fill(m.stone(0.1), frame);
  s.fill(s.linear([0, 0], [0, 520], { 0: m.glow(0.7), 1: m.glow(0) }), rect(plane, [-1.68, 3, 1.68, far - 0.95]));
  for (const x of range(3, -0.84, 0.84)) s.stroke(m.stone(0.34), 3, [plane(x, 3), plane(x, far - 0.95)]);
  for (const z of range(5, 4, 0.8)) s.stroke(m.stone(0.34), 3, [plane(-1.68, z), plane(1.68, z)]);
}

function doorway({ s, v, m }: Stage, z: number, detail: boolean) {
  const plane = v.back(z);
  const { half, high } = DOOR;
  s.fill(m.stone(0.02), rect(plane, [-half - 0.24, 0, half + 0.24, high + 0.24]));
  for (const side of [-1, 1]) s.stroke(m.stone(0.26), 2, [plane(side * (half + 0.12), 0), plane(side * (half + 0.12), high + 0.12)]);
  s.stroke(m.stone(0.26), 2, [plane(-half - 0.12, high + 0.12), plane(half + 0.12, high + 0.12)]);
  if (!detail) return;
  s.fill(m.stone(0.16), rect(plane, [-half - 0.3, high + 0.24, half + 0.3, high + 0.44]));
  s.fill(m.stone(0.02), rect(plane, [-half - 0.42, high + 0.44, half + 0.42, high + 0.54]));
  s.path({ fill: m.stone(0.24) }, polygon([plane(-half - 0.38, high + 0.54), plane(0, high + 1.05), plane(half + 0.38, high + 0.54)]));
  s.outline(m.stone(0.02), 6, trace(plane, `M ${-half - 0.4} ${high + 0.54} L 0 ${high + 1.05} L ${half + 0.4} ${high + 0.54}`));
}

function reveal({ s, v, m }: Stage, z0: number, z1: number) {
  const { half, high } = DOOR;
  s.fill(m.stone(0.44), rect(v.side(-half), [z0, 0, z1, high]));
  s.fill(m.stone(0.3), rect(v.side(half), [z0, 0, z1, high]));
  s.fill(m.stone(0.5), rect(v.level(high), [-half, z0, half, z1]));
}

/** Everything behind a doorway is clipped to its opening. */
function through({ s, v }: Stage, z: number, draw: () => void) {
  s.clipped(polygon(rect(v.back(z), [-DOOR.half, 0, DOOR.half, DOOR.high])), draw);
}

function farWindow({ s, v, m }: Stage) {
  const plane = v.back(THIRD.far);
  s.path({ fill: m.stone(0.02) }, arch(plane, [-0.92, 0.92], [0.7, 2.5, 0.92]));
  s.path({ fill: m.glow(0) }, arch(plane, [-0.8, 0.8], [0.8, 2.5, 0.8]));
  s.stroke(m.stone(0.3), 2, [plane(0, 0.8), plane(0, 3.3)]);
  for (const y of [1.4, 2, 2.6]) s.stroke(m.stone(0.3), 1.2, [plane(-0.8, y), plane(0.8, y)]);
}

const HANG: readonly (readonly [side: number, Box2])[] = [
  [-HALF, [6.1, 1.2, 8, 3.9]],
  [-HALF, [3.6, 1.2, 5.6, 4]],
  [HALF, [6.8, 1.3, 8.1, 2.5]],
  [HALF, [6.7, 2.75, 8.2, 4.05]],
  [HALF, [4.4, 1.4, 6.2, 3.9]],
];

function hang({ s, v, m }: Stage) {
  const sunset = (a: string, b: string, top: number, low: number) => s.linear(v.at(0, top, 8.5), v.at(0, low, 8.5), { 0: a, 1: b });
  const sky = sunset(m.stone(0.4), m.gold(0.14), 4, 1.6);
  const back = v.back(8.5);
  const pictures: { plane: Plane; size: Box2; sky: string; land: string }[] = [
    { plane: back, size: [-2.42, 1.3, -1.36, 2.6], sky, land: m.wood(0.6) },
    { plane: back, size: [-2.28, 2.9, -1.5, 3.9], sky: m.wood(0.7), land: m.cloth(0.6) },
    { plane: back, size: [1.4, 1.25, 2.38, 2.2], sky, land: m.stone(0.58) },
    { plane: back, size: [1.4, 2.5, 2.38, 4.1], sky: m.stone(0.6), land: m.wood(0.74) },
    ...HANG.map(([x, size]) => ({
      plane: v.side(x),
      size,
      sky: sunset(m.stone(0.46), m.gold(x < 0 ? 0.3 : 0.2), 3.6, 1.4),
      land: m.wood(0.66),
    })),
  ];
  for (const {
    plane,
    size: [u0, v0, u1, v1],
  } of pictures)
    s.fill(m.ink(0.9), rect(plane, [u0 + 0.05, v0 - 0.1, u1 + 0.06, v1 - 0.05]), 0.25);
  for (const { plane, size, ...colours } of pictures)
    painting(s, plane, size, { ...colours, gold: m.gold(0.3), goldDark: m.gold(0.62), w: 0.13 });
}

function parquet({ s, v, m }: Stage) {
  const plane = v.level(0);
  const edge = polygon(rect(plane, [-HALF, 1.6, HALF, 8.5]));
  s.path({ fill: s.linear([0, 1150], [0, 1688], { 0: m.wood(0.3), 1: m.wood(0.5) }) }, edge);
  chevrons(s, plane, { u: [-2.4, 2.4, 0.48], v: [1.9, 8.2, 0.6], tone: m.wood(0.38), seam: m.wood(0.6), width: 1 });
  s.fill(
    s.linear(v.at(0, 0, 8.5), v.at(0, 0, 3), { 0: [m.glow(0), 0.7], 0.5: [m.glow(0.2), 0.25], 1: [m.glow(0), 0] }),
    rect(plane, [-1.05, 2.4, 1.05, 8.5]),
  );
}

/** A post; returns where the rope hangs. */
function post({ s, v, m }: Stage, x: number, z: number) {
  const [px, py] = v.at(x, 0, z);
  const k = v.scale(x, z);
  const profile = points('0.13 0, 0.13 0.02, 0.03 0.06, 0.025 0.88, 0.05 0.9, 0.05 0.96, 0.02 0.99', (a, b) => [a * k, b * k]);
  return { hook: [px, py - 0.92 * k] as const, draw: () => s.path({ fill: m.gold(0.46) }, moved(turned(profile), [px, py])) };
}

function rope({ s, m }: Stage, p: Point, q: Point, { sag, width }: { sag: number; width: number }) {
  const along = (t: number, drop: number): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t + drop];
  s.outline(m.cloth(0.76), width, [
    ['M', p],
    ['C', along(0.3, sag), along(0.7, sag * 1.3), q],
  ]);
}

function ropes(stage: Stage) {
  for (const side of [-1, 1]) {
    const far = post(stage, side * 1.95, 7.9);
    const middle = post(stage, side * 1.95, 6.5);
    const near = post(stage, side * 1.95, 5.1);
    rope(stage, far.hook, middle.hook, { sag: 20, width: 6 });
    rope(stage, middle.hook, near.hook, { sag: 34, width: 8 });
    for (const { draw } of [far, middle, near]) draw();
  }
}

export const museumInterior: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 900, horizon: 990, eye: 1.6 });
  const stage = { s, v, m };
  cabinet(stage, FIRST, 0);
  doorway(stage, FIRST.far, true);
  through(stage, FIRST.far, () => {
    cabinet(stage, SECOND, 1);
    doorway(stage, SECOND.far, false);
    for (const side of [-1, 1])
      painting(s, v.back(SECOND.far), side < 0 ? [-2.2, 1.4, -1.35, 2.6] : [1.35, 1.4, 2.2, 2.6], {
        gold: m.gold(0.3),
        goldDark: m.gold(0.5),
        sky: m.stone(0.44),
      });
    through(stage, SECOND.far, () => {
      cabinet(stage, THIRD, 2);
      farWindow(stage);
      reveal(stage, SECOND.far, THIRD.near);
    });
    reveal(stage, FIRST.far, SECOND.near);
    s.fill(
      s.linear(v.at(0, 0, 18), v.at(0, 0, 8.5), { 0: [m.glow(0), 0.9], 1: [m.glow(0), 0.2] }),
      rect(v.level(0), [-0.8, 8.5, 0.8, 18.6]),
    );
  });
  skylight(stage);
  parquet(stage);
  hang(stage);
  const glass: Corner[] = [
    [-1.6, TOP, 4.4],
    [1.6, TOP, 4.4],
    [1.6, TOP, 7.4],
    [-1.6, TOP, 7.4],
  ];
  beam(stage, glass, { fall: [0.3, -1, 0.06], strength: m.dark ? 0.12 : 0.34 });
  ropes(stage);
  bench(stage, [-0.75, 0.75], [4.3, 5.1]);
  air(stage, { at: [390, 850], r: 380, strength: 0.42 });
  vignette(stage, 0.32);
  return s.toString();
};
