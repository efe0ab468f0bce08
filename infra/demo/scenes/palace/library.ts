import { arch, range, rect, seeded } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { type Command, type Plane, type Point, points, polygon, polyline } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { air, beam, type Corner, vignette } from '../parts/light.ts';
import { chevrons } from '../parts/room.ts';
import { table } from './reading-table.ts';
import { globe } from './terrestrial-globe.ts';

// A long library under a barrel vault: two tiers of books, a gallery, a reading table, a globe.

const WALL = 2.55;
const END = 11.4;
const SPRING = 6.1;
const BAYS = range(4, 4.6, 1.7);
const BAY = 1.7;

const vaultPoint = (v: View, angle: number, z: number, r = WALL) => v.at(Math.cos(angle) * r, SPRING + Math.sin(angle) * r * 0.92, z);

function vault({ s, v, m }: Stage) {
  const z0 = 3.4;
  s.path(
    { fill: s.linear([0, 0], [0, 720], { 0: m.stone(0.46), 1: m.stone(0.22) }) },
    polygon([
      ...range(13, 0, Math.PI / 12).map((a) => vaultPoint(v, a, z0)),
      ...range(13, Math.PI, -Math.PI / 12).map((a) => vaultPoint(v, a, END)),
    ]),
  );
  const cells = range(4).flatMap((j) => range(7).map((i): Point => [0.12 + i * 0.414 + 0.05, z0 + 0.2 + j * 2 + 0.18]));
  const coffer = (a: number, z: number, da: number, dz: number) =>
    polygon([vaultPoint(v, a, z), vaultPoint(v, a + da, z), vaultPoint(v, a + da, z + dz), vaultPoint(v, a, z + dz)]);
  for (const [a, z] of cells) s.path({ fill: m.stone(0.58) }, coffer(a, z, 0.32, 1.6));
  for (const [a, z] of cells) s.path({ fill: m.stone(0.4) }, coffer(a + 0.04, z + 0.3, 0.24, 1.22));
  for (const [a, z] of cells) if (a > 0.9 && a < 2) s.path({ fill: m.gold(0.45) }, coffer(a + 0.125, z + 0.76, 0.07, 0.34));
}

function endWall({ s, v, m }: Stage) {
  const plane = v.back(END);
  s.path(
    { fill: s.linear([0, 520], [0, 1040], { 0: m.stone(0.2), 1: m.stone(0.12) }) },
    arch(plane, [-WALL, WALL], [0, SPRING, WALL * 0.92]),
  );
  s.path({ fill: m.stone(0.04) }, arch(plane, [-1.5, 1.5], [0.9, 5.2, 1.5]));
  s.path(
    { fill: s.linear(plane(0, 6.4), plane(0, 1), { 0: m.glow(0.5), 0.4: m.glow(0), 1: m.glow(0.5) }) },
    arch(plane, [-1.28, 1.28], [1.05, 5.2, 1.28]),
  );
  for (const x of [-0.43, 0.43]) s.stroke(m.stone(0.3), 2.4, [plane(x, 1.05), plane(x, 6.35)]);
  for (const y of range(5, 1.9, 0.83)) s.stroke(m.stone(0.3), 1.4, [plane(-1.28, y), plane(1.28, y)]);
  for (const side of [-1, 1]) s.fill(m.wood(0.5), rect(plane, [side * 1.62, 0, side * 2.55, 3]));
  s.fill(m.wood(0.6), rect(plane, [-1.62, 0, 1.62, 0.9]));
}

function sideWall(stage: Stage, random: () => number) {
  const { s, v, m } = stage;
  const plane = v.side(WALL);
  const near = 2.4;
  const tint = (a: number, b: number) => s.linear(plane(4.8, 2), plane(END, 2), { 0: m.wood(a), 1: m.wood(b) });
  s.fill(tint(0.78, 0.56), rect(plane, [near, 0, END, SPRING]));
  s.fill(tint(0.95, 0.74), rect(plane, [near, 0.55, END, 2.75]));
  s.fill(tint(0.95, 0.74), rect(plane, [near, 3.45, END, 5.5]));
  books(stage, random);
  const dividers = [3, ...BAYS, END - 0.05];
  for (const z of dividers) {
    s.fill(m.wood(0.5), [...rect(plane, [z, 0, z + 0.16, 5.7])]);
    s.fill(m.wood(0.3), [v.at(WALL - 0.12, 0, z), v.at(WALL - 0.12, 5.7, z), plane(z, 5.7), plane(z, 0)]);
  }
  for (const [a, b, t] of [
    [0, 0.16, 0.86],
    [0.16, 0.5, 0.62],
    [2.75, 2.95, 0.5],
    [5.5, 5.7, 0.6],
    [5.7, 5.82, 0.42],
    [5.82, SPRING, 0.24],
  ] as const)
    s.fill(b > 5.75 ? m.stone(t) : m.wood(t), rect(v.side(WALL - 0.12), [near, a, END, b]));
  gallery(stage);
}

const SHELVES = [...range(5, 0.6, 0.43), ...range(4, 3.5, 0.5)];

/** One book's back, upright on the sheet. */
function spine(plane: Plane, z: number, [low, high]: readonly [number, number]): Command[] {
  const [x, foot] = plane(z, low);
  return polyline([
    [x, foot],
    [x, plane(z, high)[1]],
  ]);
}

function books(stage: Stage, random: () => number) {
  const { s, v, m } = stage;
  const plane = v.side(WALL);
  for (const y of SHELVES) s.stroke(m.wood(0.46), 3, [plane(2.8, y - 0.02), plane(END, y - 0.02)]);
  for (const z of BAYS) bayOfBooks(stage, z, random);
}

/** Far bays have fewer, broader books: nobody sees more there. */
function bayOfBooks({ s, v, m }: Stage, z0: number, random: () => number) {
  const plane = v.side(WALL);
  const bindings = [m.cloth(0.55), m.wood(0.42), m.stone(0.3), m.cloth(0.78), m.gold(0.5), m.ink(0.72)];
  const coarse = z0 > 7 ? 2.1 : 1.36;
  const width = 2 + v.scale(0, z0 + 0.8) * 0.095 * coarse;
  const thick = Math.round(width * (WALL / (z0 + 0.8)) * 10) / 10;
  const spines: Command[][][] = bindings.map(() => []);
  for (const y of SHELVES) {
    let z = z0 + 0.22;
    while (z < z0 + BAY - 0.14) {
      const tall = 0.22 + random() * 0.13;
      const kind = Math.floor(random() ** 1.25 * bindings.length);
      if (random() > 0.2) spines[kind]?.push(spine(plane, z, [y, y + (y > 3 ? tall * 1.15 : tall)]));
      z += (0.15 + random() * 0.08) * coarse;
    }
  }
  bindings.forEach((colour, kind) => {
    for (const back of spines[kind] ?? []) s.outline(colour, thick, back);
  });
}

function gallery({ s, v, m }: Stage) {
  const out = WALL - 0.62;
  s.fill(m.wood(0.82), rect(v.level(2.95), [out, 2.4, WALL, END]));
  s.fill(m.wood(0.4), rect(v.side(out), [2.4, 2.95, END, 3.12]));
  s.fill(m.gold(0.3), rect(v.side(out), [2.4, 3.09, END, 3.13]));
  const rail = m.gold(0.46);
  for (const z of range(13, 4.7, 0.48)) s.stroke(rail, 1.6, [v.at(out, 3.1, z), v.at(out, 3.95, z)]);
  s.stroke(rail, 2, [v.at(out, 3.3, 3), v.at(out, 3.3, END)]);
  s.stroke(m.wood(0.4), 5, [v.at(out, 3.97, 3), v.at(out, 3.97, END)]);
  for (const z of BAYS) s.path({ fill: m.wood(0.6) }, polygon([v.at(out + 0.05, 2.95, z), v.at(WALL, 2.95, z), v.at(WALL, 2.3, z)]));
}

function floor({ s, v, m }: Stage) {
  const plane = v.level(0);
  s.fill(s.linear([0, 1110], [0, 1688], { 0: m.wood(0.24), 0.4: m.wood(0.4), 1: m.wood(0.58) }), rect(plane, [-WALL, 1.5, WALL, END]));
  chevrons(s, plane, { u: [-2.4, 2.4, 0.48], v: [1.7, 8, 0.6], tone: m.wood(0.46), seam: m.wood(0.66), width: 1 });
  s.fill(s.linear(v.at(0, 0, END), v.at(0, 0, 4.4), { 0: [m.glow(0), 0.75], 1: [m.glow(0), 0] }), rect(plane, [-1.5, 4, 1.5, END]));
}

function ladder({ s, v, m }: Stage) {
  const foot = (z: number) => v.at(1.72, 0, z);
  const head = (z: number) => v.at(2.4, 2.86, z);
  const on = (z: number, t: number) => v.at(1.72 + 0.68 * t, 2.86 * t, z);
  for (const t of range(8, 0.1, 0.11)) s.stroke(m.wood(0.2), 5, [on(5.5, t), on(6, t)]);
  for (const z of [6, 5.5]) s.stroke(m.wood(z > 5.7 ? 0.34 : 0.24), 7, [foot(z), head(z)]);
}

export const library: SceneDrawing = (m, { seed, prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 760, horizon: 1000, eye: 1.65 });
  const stage = { s, v, m };
  const random = seeded(seed);
  vault(stage);
  endWall(stage);
  floor(stage);
  s.halves(() => sideWall(stage, random));
  s.fill(s.linear([390, 0], [780, 0], { 0: [m.ink(0.9), 0], 1: [m.ink(0.95), 0.3] }), points('390 0, 780 0, 780 1688, 390 1688'));
  const opening = points('-1.2 1.2, 1.2 1.2, 1.2 6, -1.2 6').map(([x, y]): Corner => [x, y, END]);
  beam(stage, opening, { fall: [-0.12, -1, -1.05], strength: m.dark ? 0.14 : 0.42 });
  ladder(stage);
  table(stage);
  globe(stage);
  air(stage, { at: [390, 840], r: 400, strength: 0.4 });
  vignette(stage, 0.3);
  return s.toString();
};
