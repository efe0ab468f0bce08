import { arch, archLine, disc, range, rect } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { type Plane, type Point, points, polygon } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { air, beam, type Corner, vignette } from '../parts/light.ts';
import { chequer, panels } from '../parts/room.ts';
import { BAY, BAYS, END, haze, LUNETTE, NAVE, ribVaults, SPRING } from './rib-vaults.ts';

// A Gothic nave: clustered piers, pointed arcade, clerestory, ribbed vaults, rose window.

const AISLE = 4.6;
const FAR = 10;

function endWall(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.back(END);
  s.path(
    { fill: s.linear(plane(0, 13), plane(0, 0), { 0: m.stone(0.2), 0.5: m.stone(0.06), 1: m.stone(0.18) }) },
    arch(plane, [-NAVE, NAVE], [0, SPRING, 3], 'pointed'),
  );
  rose(stage, plane, 8.7, 1.55);
  const glass = s.linear(plane(0, 6.4), plane(0, 2.4), { 0: m.gold(0.2), 1: m.cloth(0.3) });
  for (const x of [-1.5, -0.5, 0.5]) s.path({ fill: glass }, arch(plane, [x + 0.12, x + 0.88], [2.6, 5.1, 1], 'pointed'));
  for (const x of [-1, 0, 1]) s.stroke(m.glow(0), 2, [plane(x, 2.7), plane(x, 5.9)]);
  s.fill(m.stone(0.24), rect(plane, [-1.1, 0.3, 1.1, 1.3]));
  s.fill(m.cloth(0.5), rect(plane, [-0.9, 0.3, 0.9, 1.15]));
  s.fill(m.stone(0.02), rect(plane, [-1.15, 1.22, 1.15, 1.34]));
  for (const [a, b] of [
    [0, 0.15],
    [0.15, 0.3],
  ] as const)
    s.fill(m.stone(0.3 - a), rect(plane, [-2 + a * 3, a, 2 - a * 3, b]));
}

function rose({ s, m }: Stage, plane: Plane, y: number, r: number) {
  s.path({ fill: m.stone(0.4) }, disc(plane, [0, y], r * 1.12));
  const [cx, cy] = plane(0, y);
  s.path({ fill: s.radial([cx, cy], 64, { 0: m.glow(0), 0.55: m.gold(0.18), 1: m.cloth(0.4) }) }, disc(plane, [0, y], r));
  for (const a of range(12, 0, Math.PI / 6)) {
    const spoke = (k: number) => plane(Math.cos(a) * r * k, y + Math.sin(a) * r * k);
    s.stroke(m.stone(0.46), 2, [spoke(0.28), spoke(1)]);
  }
  for (const k of [0.28, 0.66]) s.outline(m.stone(0.46), 2, disc(plane, [0, y], r * k));
}

function bay({ s, v, m }: Stage, z: number) {
  const plane = v.side(NAVE);
  const t = haze(z);
  const far = z + BAY;
  s.path({ fill: m.stone(0.16 + t), 'fill-rule': 'evenodd' }, [
    ...polygon(rect(plane, [z, 0, far, SPRING])),
    ...arch(plane, [z + 0.3, far - 0.3], [0, 3.5, 1.9], 'pointed'),
    ...arch(plane, [z, far], [SPRING, SPRING, LUNETTE], 'pointed'),
  ]);
  if (z < 16) s.outline(m.stone(0.02 + t * 0.6), Math.max(2, 30 / z), archLine(plane, [z + 0.3, far - 0.3], [0, 3.5, 1.9], 'pointed'));
  if (z < FAR) s.outline(m.stone(0.34 + t), Math.max(1.5, 14 / z), archLine(plane, [z + 0.18, far - 0.18], [3.3, 3.5, 2.12], 'pointed'));
  if (z < FAR)
    for (const i of range(3))
      s.path({ fill: m.stone(0.5 + t) }, arch(plane, [z + 0.55 + i * 0.7, z + 1.1 + i * 0.7], [6.1, 6.6, 0.42], 'pointed'));
  for (const y of [5.8, 7.25]) s.fill(m.stone(0.03 + t * 0.6), rect(plane, [z, y, far, y + 0.13]));
  const glass = s.linear(plane(z, 11), plane(z, 7.6), { 0: m.glow(0.2), 0.5: m.gold(0.16), 1: m.cloth(0.3) });
  s.path({ fill: glass }, arch(plane, [z + 0.75, far - 0.75], [7.55, 9.6, 1.5], 'pointed'));
  if (z < FAR) s.stroke(m.stone(0.3 + t), 2, [plane(z + BAY / 2, 7.55), plane(z + BAY / 2, 11)]);
}

function aisle({ s, v, m }: Stage, side: number) {
  s.fill(m.stone(0.56), rect(v.side(side * AISLE), [3, 0, END, 8]));
  for (const z of BAYS.slice(0, 2))
    s.path({ fill: m.glow(0.8), 'fill-opacity': 0.8 }, arch(v.side(side * AISLE), [z + 1, z + 2.1], [1.6, 3.4, 1.1], 'pointed'));
}

/** The two farthest piers share their tones: nobody sees the difference, and it saves a gradient. */
function pier({ s, v, m }: Stage, z: number) {
  const r = 0.34;
  const [x] = v.at(NAVE - 0.02, 0, z);
  const k = v.scale(0, z);
  const w = r * k;
  const t = haze(Math.min(z, 13.7));
  const [, foot] = v.at(0, 0, z);
  const [, cap] = v.at(0, 3.6, z);
  const [, top] = v.at(0, SPRING, z);
  const shade = s.linear([x - w, 0], [x + w, 0], { 0: m.stone(0.3 + t), 0.3: m.stone(0.12 + t), 1: m.stone(0.5 + t) });
  const P = (a: number, y: number): Point => [x + a * w, y];
  s.fill(shade, [P(-1, foot), P(1, foot), P(1, cap), P(-1, cap)]);
  s.fill(shade, [P(-0.5, cap), P(0.5, cap), P(0.5, top), P(-0.5, top)]);
  if (z < 12) for (const a of [-0.45, 0.4]) s.stroke(m.stone(0.5 + t), Math.max(1, 9 / z), [P(a, foot), P(a, cap)]);
  s.path({ fill: m.stone(0.04 + t * 0.5) }, polygon([P(-1, cap), P(-1.35, cap - w * 0.62), P(1.35, cap - w * 0.62), P(1, cap)]));
  s.path(
    { fill: shade },
    polygon([
      P(-1.25, foot + w * 0.1),
      P(-1.25, foot - w * 0.3),
      P(-1.1, foot - w * 0.75),
      P(1.1, foot - w * 0.75),
      P(1.25, foot - w * 0.3),
      P(1.25, foot + w * 0.1),
    ]),
  );
  if (z < 12)
    s.path({ fill: m.stone(0.06 + t * 0.6) }, polygon([P(-0.5, top), P(-0.85, top - w * 0.5), P(0.85, top - w * 0.5), P(0.5, top)]));
}

function floor({ s, v, m }: Stage) {
  const plane = v.level(0);
  s.fill(s.linear([0, 1060], [0, 1688], { 0: m.stone(0.06), 0.5: m.stone(0.22), 1: m.stone(0.4) }), rect(plane, [-AISLE, 1.5, AISLE, END]));
  chequer(s, plane, { u: [-2.4, 2.4, 0.8], v: [2.4, 11.2, 0.8], colour: m.stone(0.5), opacity: 0.62 });
  s.fill(
    s.linear(v.at(0, 0, END), v.at(0, 0, 3), { 0: [m.glow(0), 0.9], 0.5: [m.glow(0.4), 0.35], 1: [m.glow(0.4), 0] }),
    rect(plane, [-0.7, 2, 0.7, END]),
  );
}

function pew({ s, v, m }: Stage, z: number) {
  const t = haze(z);
  const [a, b] = [0.95, 2.05];
  s.fill(m.wood(0.4 + t), rect(v.level(0.46), [a, z, b, z + 0.42]));
  s.fill(m.wood(0.5 + t), rect(v.back(z), [a, 0, b, 0.92]));
  if (z < 8)
    panels(
      s,
      v.back(z),
      [
        [a + 0.12, 0.14, 1.47, 0.76],
        [1.57, 0.14, b - 0.1, 0.76],
      ],
      { dark: m.wood(0.72 + t), light: m.wood(0.34 + t) },
    );
  s.fill(m.wood(0.22 + t), rect(v.back(z), [a, 0.85, b, 0.94]));
  s.fill(m.wood(0.3 + t), rect(v.side(a), [z, 0, z + 0.45, 0.62]));
}

/** Pews and piers of the right half, far to near. */
function furnish(stage: Stage) {
  const things = [...range(6, 5.3, 1.2).map((z) => ({ z, draw: pew })), ...BAYS.slice(1).map((z) => ({ z, draw: pier }))];
  for (const { z, draw } of things.sort((a, b) => b.z - a.z)) draw(stage, z);
}

export const cathedralNave: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 900, horizon: 1010, eye: 1.7 });
  const stage = { s, v, m };
  s.fill(m.stone(0.5), points('0 0, 780 0, 780 1688, 0 1688'));
  endWall(stage);
  ribVaults(stage);
  floor(stage);
  s.halves(() => aisle(stage, 1));
  s.halves(() => {
    for (const z of [...BAYS].reverse()) bay(stage, z);
  });
  s.fill(
    s.linear([780, 0], [0, 0], { 0: [m.ink(0.9), 0], 0.6: [m.ink(0.9), 0.02], 1: [m.ink(0.95), 0.26] }),
    points('0 0, 390 0, 390 1688, 0 1688'),
  );
  s.halves(() => furnish(stage));
  for (const z of BAYS.slice(1, 3)) {
    const corners: Corner[] = [
      [NAVE, 7.7, z + 0.8],
      [NAVE, 7.7, z + 2.3],
      [NAVE, 10.6, z + 1.55],
    ];
    beam(stage, corners, { fall: [-0.46, -1, -0.12], strength: m.dark ? 0.22 : 0.6 });
  }
  air(stage, { at: [390, 850], r: 420, strength: 0.4 });
  vignette(stage, 0.32);
  return s.toString();
};
