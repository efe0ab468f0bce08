import { arch, archLine, lozenge, range, rect, turned } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { moved, type Plane, type Point, points, polygon, trace } from '../paper/svg-path.ts';
import { panels, Room } from '../parts/room.ts';

// The hall around the stair: its walls, ceiling and tall window.

export const STEPS = 13;
export const RISE = 0.16;
/** Height of the landing. */
export const LANDING = STEPS * RISE;
/** Distance of the far wall. */
export const WALL = 10.4;

export function wallAndCeiling(stage: Stage) {
  const { s, v, m } = stage;
  const room = new Room(v, { left: -4.2, right: 4.2, top: 9.4, far: WALL, near: 2 });
  const wash = s.linear([0, 400], [0, 1100], { 0: m.stone(0.3), 0.5: m.stone(0.16), 1: m.stone(0.26) });
  room.shell(s, { back: wash, left: m.stone(0.4), right: m.stone(0.34), ceiling: m.stone(0.42) });
  coffers(stage);
  for (const [low, high, t] of [
    [8.0, 8.25, 0.32],
    [8.25, 8.75, 0.2],
    [8.75, 9.0, 0.36],
    [9.0, 9.15, 0.12],
    [9.15, 9.4, 0.3],
  ] as const)
    room.band(s, low, high, [m.stone(t + 0.16), m.stone(t), m.stone(t + 0.1)]);
  const plane = v.back(WALL);
  for (const x of range(22, -4.1, 0.38)) s.fill(m.stone(0.1), rect(plane, [x, 8.8, x + 0.2, 8.96]));
}

function coffers({ s, v, m }: Stage) {
  const plane = v.level(9.4);
  const cells = range(4).flatMap((j) => range(5).map((i): Point => [-4 + i * 1.62, 5.2 + j * 1.3]));
  for (const [x, z] of cells) s.fill(m.stone(0.58), rect(plane, [x, z, x + 1.5, z + 1.18]));
  for (const [x, z] of cells) s.fill(m.stone(0.36), rect(v.level(9.7), [x + 0.1, z + 0.15, x + 1.4, z + 1.1]));
  for (const [x, z] of cells) s.path({ fill: m.gold(0.42) }, lozenge(v.level(9.7), [x + 0.75, z + 0.62], 0.22));
}

function pilaster({ s, m }: Stage, plane: Plane, x: number, low: number) {
  const body = s.linear(plane(x - 0.2, 0), plane(x + 0.2, 0), { 0: m.stone(0.3), 0.3: m.stone(0.06), 1: m.stone(0.24) });
  s.fill(body, rect(plane, [x - 0.19, low, x + 0.19, 7.6]));
  for (const d of [-0.1, 0, 0.1]) s.stroke(m.stone(0.34), 1.5, [plane(x + d, low), plane(x + d, 7.5)]);
  s.fill(m.gold(0.34), rect(plane, [x - 0.24, 7.55, x + 0.24, 7.64]));
  s.path({ fill: m.stone(0.14) }, polygon([plane(x - 0.2, 7.64), plane(x - 0.3, 7.92), plane(x + 0.3, 7.92), plane(x + 0.2, 7.64)]));
  s.fill(m.stone(0.3), rect(plane, [x - 0.33, 7.9, x + 0.33, 8.0]));
}

export function tallWindow({ s, v, m }: Stage) {
  const plane = v.back(WALL);
  const glass = s.linear(plane(0, 7.6), plane(0, 2.9), { 0: m.glow(0.7), 0.35: m.glow(0), 1: m.glow(0.35) });
  s.path({ fill: m.stone(0.08) }, arch(plane, [-1.66, 1.66], [LANDING, 5.9, 1.66]));
  s.path({ fill: m.stone(0.38) }, arch(plane, [-1.46, 1.46], [2.75, 5.9, 1.46]));
  s.path({ fill: glass }, arch(plane, [-1.36, 1.36], [2.85, 5.9, 1.36]));
  const lead = m.stone(0.26);
  for (const x of [-0.46, 0.46]) s.outline(lead, 3, trace(plane, `M ${x} 2.85 L ${x} 7.15`));
  for (const y of range(6, 3.5, 0.6)) s.outline(lead, 1.6, trace(plane, `M -1.36 ${y} L 1.36 ${y}`));
  s.outline(lead, 3, archLine(plane, [-0.8, 0.8], [5.9, 5.9, 0.8]));
  s.path({ fill: m.stone(0.2) }, polygon([plane(-0.17, 7.3), plane(-0.26, 8), plane(0.26, 8), plane(0.17, 7.3)]));
  s.fill(m.stone(0.12), rect(plane, [-1.75, 2.62, 1.75, 2.8]));
}

export function wallOrders(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.back(WALL);
  for (const x of [2.15, 3.75]) pilaster(stage, plane, x, 2.1);
  const nicheRight = s.linear(plane(2.5, 0), plane(3.4, 0), { 0: m.stone(0.5), 1: m.stone(0.18) });
  s.path({ fill: nicheRight }, arch(plane, [2.55, 3.35], [4.9, 6.2, 0.4]));
  s.outline(m.stone(0.05), 3, archLine(plane, [2.95 - 0.46, 2.95 + 0.46], [4.84, 6.2, 0.46]));
  const [x, y] = plane(2.95, 4.9);
  s.path(
    { fill: m.stone(0.12) },
    moved(turned(points('16 0, 16 6, 7 10, 6 22, 18 44, 24 70, 21 84, 10 92, 11 98, 19 103, 0 108')), [x, y]),
  );
  panels(s, plane, [[2.95 - 0.42, 7.0, 2.95 + 0.42, 7.6]], { dark: m.stone(0.34), light: m.stone(0.04) });
}
