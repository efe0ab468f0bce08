import { arch, archLine, box, range, rect, turned } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { moved, onSheet, type Point, points, polygon, trace } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { air, beam, type Corner, halo, vignette } from '../parts/light.ts';
import { chequer, panels } from '../parts/room.ts';
import { LANDING, RISE, STEPS, tallWindow, WALL, wallAndCeiling, wallOrders } from './stair-hall.ts';

// The great stair of a palace: one flight to a landing, two along the wall, a tall window.

const RUN = 0.32;
const START = 4.2;
const HALF = 1.5;
const EDGE = START + STEPS * RUN;

const BALUSTER = points('13 0, 13 7, 8 9, 6 13, 14 28, 16 38, 12 52, 6 72, 5 82, 9 86, 9 92, 13 94, 13 100');

/** One of the two upper flights along the back wall, right-hand side. */
function upperFlight({ s, v, m }: Stage, baluster: string) {
  const z = EDGE + 0.1;
  const plane = v.back(z);
  const slope = (x: number) => LANDING + Math.max(0, x - 1.9) * 0.62;
  const steps: Point[] = [[1.5, LANDING]];
  for (const i of range(10)) steps.push([1.9 + i * 0.26, LANDING + i * RISE], [1.9 + i * 0.26, LANDING + (i + 1) * RISE]);
  s.fill(s.linear(plane(0, 2.4), plane(0, 0), { 0: m.stone(0.34), 1: m.stone(0.5) }), [
    plane(1.5, 0),
    ...steps.map(([x, y]) => plane(x, y + 0.02)),
    plane(4.5, 0),
  ]);
  s.fill(m.stone(0.12), [
    plane(1.5, slope(1.5) - 0.12),
    plane(1.5, slope(1.5) + 0.12),
    plane(1.9, slope(1.9) + 0.12),
    plane(4.5, slope(4.5) + 0.12),
    plane(4.5, slope(4.5) - 0.1),
    plane(1.9, slope(1.9) - 0.12),
  ]);
  for (const x of range(10, 1.74, 0.23)) {
    const [px, py] = plane(x, slope(x) + 0.1);
    s.use(baluster, [px, py], 0.62, 0.72);
  }
  s.fill(m.wood(0.6), [
    plane(1.5, slope(1.5) + 0.78),
    plane(1.5, slope(1.5) + 0.9),
    plane(1.9, slope(1.9) + 0.9),
    plane(4.5, slope(4.5) + 0.9),
    plane(4.5, slope(4.5) + 0.78),
    plane(1.9, slope(1.9) + 0.78),
  ]);
  s.path({ fill: m.stone(0.72) }, arch(plane, [2.0, 3.1], [0, 1.15, 0.55]));
  s.outline(m.stone(0.16), 7, archLine(plane, [1.95, 3.15], [0, 1.15, 0.6]));
}

function hallFloor({ s, v, m }: Stage) {
  const plane = v.level(0);
  s.fill(s.linear([0, 1270], [0, 1688], { 0: m.stone(0.3), 1: m.stone(0.16) }), rect(plane, [-4.5, 2.5, 4.5, EDGE + 0.1]));
  chequer(s, plane, { u: [-4.5, 4.5, 0.75], v: [2.8, 5.8, 0.75], colour: m.stone(0.44) });
}

function flight({ s, v, m }: Stage) {
  const far = range(STEPS).reverse();
  const tread = (i: number, x: number) => rect(v.level((i + 1) * RISE), [-x, START + i * RUN, x, START + (i + 1) * RUN]);
  const riser = (i: number, x: number) => rect(v.back(START + i * RUN), [-x, i * RISE, x, (i + 1) * RISE]);
  s.fill(m.stone(0.14), rect(v.level(LANDING), [-HALF, EDGE - 0.1, HALF, WALL]));
  s.fill(m.cloth(0.52), rect(v.level(LANDING), [-0.8, EDGE, 0.8, WALL - 0.5]));
  for (const i of far) s.fill(m.stone(0.05 + 0.012 * (STEPS - i)), tread(i, HALF));
  const shade = s.linear([70, 0], [710, 0], { 0: m.stone(0.5), 0.3: m.stone(0.34), 0.7: m.stone(0.3), 1: m.stone(0.46) });
  for (const i of far) s.fill(shade, riser(i, HALF));
  const lit = s.linear([0, 1040], [0, 1500], { 0: m.cloth(0.48), 1: m.cloth(0.6) });
  for (const i of far) s.fill(lit, tread(i, 0.8));
  for (const i of far) s.fill(m.cloth(0.8), riser(i, 0.8));
  const edges = (x: number) => far.map((i) => [v.at(-x, (i + 1) * RISE, START + i * RUN), v.at(x, (i + 1) * RISE, START + i * RUN)]);
  for (const e of edges(HALF)) s.stroke(m.stone(0.02), 2, e);
  for (const e of edges(0.86))
    s.stroke(
      m.gold(0.34),
      2,
      e.map(([x, y]) => [x, y + (14 * (y - 900)) / 600]),
    );
}

/** The right-hand balustrade of the main flight, far to near. */
function balustrade({ s, v, m }: Stage, baluster: string) {
  const height = (z: number) => Math.min(LANDING, ((z - START) / RUN + 1) * RISE);
  const strip = (x: number, a: number, b: number) => [
    v.at(x, height(START) + a, START),
    v.at(x, height(START) + b, START),
    v.at(x, height(EDGE) + b, EDGE),
    v.at(x, height(EDGE) + a, EDGE),
  ];
  s.fill(m.stone(0.36), strip(HALF, -0.2, 0.1));
  s.fill(m.stone(0.04), [
    v.at(HALF, height(START) + 0.1, START),
    v.at(HALF + 0.2, height(START) + 0.1, START),
    v.at(HALF + 0.2, LANDING + 0.1, EDGE),
    v.at(HALF, LANDING + 0.1, EDGE),
  ]);
  for (const z of range(13, EDGE - 0.1, -0.32)) {
    const [x, y] = v.at(HALF + 0.1, height(z) + 0.1, z);
    s.use(baluster, [x, y], v.scale(0, z) * 0.0072, v.scale(0, z) * 0.0069);
  }
  s.fill(m.wood(0.72), strip(HALF + 0.05, 0.8, 0.9));
  const top = (x: number, z: number) => v.at(x, height(z) + 0.9, z);
  s.fill(m.wood(0.44), [top(HALF + 0.05, START), top(HALF + 0.17, START), top(HALF + 0.17, EDGE), top(HALF + 0.05, EDGE)]);
}

/** Where the glass globe on the right-hand newel post stands. */
const globeAt = (v: View) => {
  const [x, y] = v.at(HALF + 0.11, 1.17, START - 0.1);
  return { x, y: y - 72 };
};

function newel(stage: Stage) {
  const { s, v, m } = stage;
  const z = START - 0.22;
  const tones = { front: m.stone(0.3), left: m.stone(0.2), top: m.stone(0.02) };
  box(stage, { x: [HALF - 0.08, HALF + 0.3], y: [0, 0.16], z: [z - 0.06, z + 0.3] }, tones);
  box(stage, { x: [HALF - 0.02, HALF + 0.24], y: [0.16, 1.08], z: [z, z + 0.24] }, tones);
  panels(s, v.back(z), [[HALF + 0.04, 0.26, HALF + 0.18, 0.98]], { dark: m.stone(0.52), light: m.stone(0.08), width: 2.5 });
  box(stage, { x: [HALF - 0.07, HALF + 0.29], y: [1.08, 1.17], z: [z - 0.05, z + 0.29] }, tones);
  const [x, y] = v.at(HALF + 0.11, 1.17, z + 0.12);
  const globe = s.radial([x - 6, y - 74], 52, { 0: m.glow(0), 0.7: m.glow(1), 1: m.gold(0.24) });
  s.path({ fill: m.gold(0.6) }, moved(turned(points('26 0, 26 6, 9 12, 7 26, 15 33, 17 38')), [x, y]));
  s.circle([x, y - 72], 38, globe);
}

function lantern(stage: Stage) {
  const { s, m } = stage;
  const metal = m.gold(0.66);
  s.stroke(metal, 3, points('390 0, 390 118'));
  halo(stage, { shade: 0.5, at: [390, 240], r: 190, strength: 0.7 });
  s.path({ fill: metal }, polygon(points('390 110, 404 126, 440 158, 340 158, 376 126')));
  s.path({ fill: m.glow(0.6), stroke: metal, 'stroke-width': 5 }, polygon(points('344 160, 436 160, 424 300, 356 300')));
  s.outline(metal, 3, trace(onSheet, 'M 372 160 L 376 300 M 408 160 L 404 300 M 350 232 L 430 232'));
  s.path({ fill: metal }, polygon(points('350 298, 430 298, 410 318, 398 324, 390 344, 382 324, 370 318')));
}

function daylight(stage: Stage) {
  const sill: Corner[] = [
    [-1.3, 2.9, WALL],
    [1.3, 2.9, WALL],
    [1.3, 6.6, WALL],
    [-1.3, 6.6, WALL],
  ];
  beam(stage, sill, { fall: [-0.16, -1, -0.95], strength: stage.m.dark ? 0.16 : 0.5, floor: 0.6 });
}

export const staircase: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 900, horizon: 1000, eye: 2.5 });
  const stage = { s, v, m };
  const stone = m.stone(0.16);
  const baluster = s.symbol(() =>
    s
      .path({ fill: stone }, turned(BALUSTER))
      .path(
        { fill: m.stone(0.42) },
        trace(onSheet, 'M 3 0 L 13 0 L 13 -7 L 8 -9 L 6 -13 L 15 -30 L 15 -42 L 6 -72 L 5 -82 L 9 -90 L 13 -100 L 4 -100 Z'),
      ),
  );
  wallAndCeiling(stage);
  s.halves(() => wallOrders(stage));
  tallWindow(stage);
  hallFloor(stage);
  s.halves(() => upperFlight(stage, baluster));
  flight(stage);
  s.halves(() => {
    balustrade(stage, baluster);
    newel(stage);
  });
  daylight(stage);
  lantern(stage);
  const { x: globeX, y: globeY } = globeAt(v);
  for (const x of [globeX, 780 - globeX]) halo(stage, { shade: 0.4, at: [x, globeY], r: 120, strength: m.dark ? 0.35 : 0.5 });
  air(stage, { at: [390, 830], r: 430, strength: 0.35 });
  vignette(stage, 0.28);
  return s.toString();
};
