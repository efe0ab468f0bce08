import { range, rect, box, arch, disc, seeded } from '../paper/shapes.ts';
import { polygon, curve, trace, points, type Point } from '../paper/svg-path.ts';
import { Sheet } from '../paper/sheet.ts';
import { View } from '../paper/view.ts';
import { type Stage, type SceneDrawing } from '../paper/stage.ts';
import { chevrons } from '../parts/room.ts';
import { air, vignette, halo, shaft, landing } from '../parts/light.ts';

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
  const cells = range(4).flatMap((j) => range(7).map((i) => [0.12 + i * 0.414 + 0.05, z0 + 0.2 + j * 2 + 0.18]));
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

function books({ s, v, m }: Stage, random: () => number) {
  const plane = v.side(WALL);
  for (const y of SHELVES) s.stroke(m.wood(0.46), 3, [plane(2.8, y - 0.02), plane(END, y - 0.02)]);
  const binding = [m.cloth(0.55), m.wood(0.42), m.stone(0.3), m.cloth(0.78), m.gold(0.5), m.ink(0.72)];
  for (const z0 of BAYS) {
    const coarse = z0 > 7 ? 2.1 : 1.36;
    const width = 2 + v.scale(0, z0 + 0.8) * 0.095 * coarse;
    const thick = Math.round(width * (WALL / (z0 + 0.8)) * 10) / 10;
    const spines = binding.map(() => []);
    for (const y of SHELVES) {
      let z = z0 + 0.22;
      while (z < z0 + BAY - 0.14) {
        const tall = 0.22 + random() * 0.13;
        const kind = Math.floor(random() ** 1.25 * binding.length);
        if (random() > 0.2) spines[kind].push([z, y, y + (y > 3 ? tall * 1.15 : tall)]);
        z += (0.15 + random() * 0.08) * coarse;
      }
    }
    spines.forEach((list, kind) => {
      for (const [z, low, high] of list)
        s.path({ fill: 'none', stroke: binding[kind], 'stroke-width': thick }, [
          ['M', plane(z, low)],
          ['L', [plane(z, low)[0], plane(z, high)[1]]],
        ]);
    });
  }
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

function table(stage: Stage) {
  const { s, v, m } = stage;
  const [z0, z1] = [4.1, 7];
  const legs = [
    [-0.78, z1 - 0.2],
    [0.66, z1 - 0.2],
    [-0.78, z0 + 0.08],
    [0.66, z0 + 0.08],
  ] as const;
  s.path({ fill: m.ink(0.9), 'fill-opacity': 0.28, filter: s.blur(9) }, polygon(rect(v.level(0), [-0.95, z0 - 0.2, 1, z1])));
  for (const [x, z] of legs)
    box(stage, { x: [x, x + 0.12], y: [0, 0.7], z: [z, z + 0.12] }, { front: m.wood(0.86), side: m.wood(0.7), top: m.wood(0.5) });
  box(stage, { x: [-0.8, 0.8], y: [0.6, 0.74], z: [z0 + 0.05, z1 - 0.05] }, { front: m.wood(0.78), side: m.wood(0.66) });
  const top = s.linear(v.at(0, 0.8, z1), v.at(0, 0.8, z0), { 0: m.wood(0.16), 1: m.wood(0.52) });
  box(stage, { x: [-0.9, 0.9], y: [0.74, 0.8], z: [z0, z1] }, { front: m.wood(0.6), top });
  s.fill(m.cloth(0.6), rect(v.level(0.8), [-0.72, z0 + 0.18, 0.72, z1 - 0.2]));
  openBook(stage, -0.16, z0 + 0.45);
  box(stage, { x: [0.36, 0.62], y: [0.8, 0.86], z: [z0 + 0.5, z0 + 0.85] }, { front: m.cloth(0.8), side: m.cloth(0.7), top: m.cloth(0.4) });
  box(stage, { x: [0.38, 0.6], y: [0.86, 0.91], z: [z0 + 0.52, z0 + 0.83] }, { front: m.wood(0.6), side: m.wood(0.5), top: m.wood(0.3) });
  for (const z of [6.3, 5.1]) lamp(stage, 0, z);
}

function openBook({ s, v, m }: Stage, x: number, z: number) {
  const y = 0.81;
  for (const side of [-1, 1])
    s.path({ fill: side > 0 ? m.stone(0.02) : m.stone(0.1) }, [
      ['M', v.at(x, y + 0.02, z)],
      ['C', v.at(x + side * 0.07, y + 0.06, z), v.at(x + side * 0.15, y + 0.03, z), v.at(x + side * 0.22, y + 0.01, z)],
      ['L', v.at(x + side * 0.22, y + 0.01, z + 0.32)],
      ['C', v.at(x + side * 0.15, y + 0.03, z + 0.32), v.at(x + side * 0.07, y + 0.06, z + 0.32), v.at(x, y + 0.02, z + 0.32)],
      ['Z'],
    ]);
  for (const k of range(2))
    s.stroke(m.stone(0.4), 1, [v.at(x + 0.05, y + 0.04, z + 0.06 + k * 0.06), v.at(x + 0.19, y + 0.03, z + 0.06 + k * 0.06)]);
}

function lamp({ s, v, m }: Stage, x: number, z: number) {
  const [px, py] = v.at(x, 0.8, z);
  const k = v.scale(0, z) / 100;
  const P = (dx: number, dy: number): Point => [px + dx * k, py - dy * k];
  s.path({ fill: m.gold(0.5) }, polygon([P(-9, 0), P(9, 0), P(8, 3), P(2, 5), P(2, 40), P(-2, 40), P(-2, 5), P(-8, 3)]));
  halo(s, { colour: m.glow(0.6), at: P(0, 26), r: 46 * k, strength: 0.7 });
  s.path({ fill: m.cloth(0.5) }, trace(P, 'M -24 34 C -24 48, -12 50, 0 50 C 12 50, 24 48, 24 34 Z'));
  s.stroke(m.glow(0), 2.5, [P(-22, 34), P(22, 34)]);
}

function globe({ s, v, m }: Stage) {
  const [x, y] = v.at(-1.42, 0, 4.35);
  const r = 78;
  const cy = y - 205;
  s.path(
    { fill: m.ink(0.9), 'fill-opacity': 0.3, filter: s.blur(9) },
    disc((a, b) => [x + a, y + b], [6, 0], 84, 16),
  );
  s.path(
    { fill: m.wood(0.82) },
    curve(
      [
        [x - 7, y - 112],
        [x + 7, y - 112],
        [x + 10, y - 60],
        [x + 60, y - 6],
        [x + 52, y + 2],
        [x, y - 36],
        [x - 52, y + 2],
        [x - 60, y - 6],
        [x - 10, y - 60],
      ],
      true,
    ),
  );
  s.circle([x, cy], r, s.radial([x + 30, cy - 34], 130, { 0: m.stone(0.06), 0.5: m.wood(0.3), 1: m.wood(0.82) }));
  const P = (a: number, b: number): Point => [x + a * r, cy + b * r];
  s.path(
    { fill: m.wood(0.62), 'fill-opacity': 0.6 },
    curve([P(-0.5, -0.66), P(-0.1, -0.72), P(0.1, -0.44), P(-0.12, -0.3), P(-0.2, 0.0), P(-0.44, -0.2), P(-0.7, -0.3)], true),
  );
  s.path(
    { fill: m.wood(0.62), 'fill-opacity': 0.6 },
    curve([P(-0.22, 0.1), P(0.06, 0.2), P(-0.05, 0.5), P(-0.14, 0.76), P(-0.3, 0.4)], true),
  );
  s.path(
    { fill: m.wood(0.62), 'fill-opacity': 0.6 },
    curve([P(0.46, -0.6), P(0.76, -0.4), P(0.84, 0.1), P(0.6, 0.4), P(0.5, 0.0), P(0.3, -0.2)], true),
  );
  s.path({ fill: 'none', stroke: m.gold(0.4), 'stroke-width': 6 }, trace(P, 'M -0.5 -0.98 C 0.5 -1.4, 1.25 -0.4, 0.95 0.55'));
  s.path({ fill: 'none', stroke: m.wood(0.7), 'stroke-width': 12 }, trace(P, 'M -1.16 0.08 C -0.6 0.44, 0.6 0.44, 1.16 0.08'));
  s.path(
    { fill: 'none', stroke: m.wood(0.8), 'stroke-width': 8 },
    trace(P, 'M -1.1 0.14 C -0.9 1, -0.3 1.25, 0 1.3 C 0.3 1.25, 0.9 1, 1.1 0.14'),
  );
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
  const opening = [
    [-1.2, 1.2],
    [1.2, 1.2],
    [1.2, 6],
    [-1.2, 6],
  ] as const;
  shaft(s, {
    colour: m.glow(0),
    opening: opening.map(([x, y]) => v.at(x, y, END)),
    patch: landing(
      v,
      opening.map(([x, y]) => [x, y, END]),
      [-0.12, -1, -1.05],
    ),
    strength: m.dark ? 0.14 : 0.42,
  });
  ladder(stage);
  table(stage);
  globe(stage);
  air(s, { colour: m.dark ? m.stone(0.95) : m.glow(0.2), at: [390, 840], r: 400, strength: 0.4 });
  vignette(s, m.ink(0.95), 0.3);
  return s.toString();
};
