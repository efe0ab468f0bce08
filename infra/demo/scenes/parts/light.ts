import type { Stage } from '../paper/stage.ts';
import { type Point, polygon } from '../paper/svg-path.ts';
import type { View } from '../paper/view.ts';

/** x, y, z in metres. */
export type Corner = readonly [x: number, y: number, z: number];

interface Cloud {
  at: Point;
  r: number;
  strength: number;
}

/** By night what shines goes further, and what dims must not grey the lit middle. */
const NIGHT = { air: 0.45, corners: 1.9, halo: 1.35, beam: 2 };

/** Quiet air in the middle of the sheet, so that words can stand on it. */
export function air({ s, m }: Stage, { at, r, strength }: Cloud): void {
  const colour = m.dark ? m.stone(0.95) : m.glow(0.1);
  const most = m.dark ? strength * NIGHT.air : strength;
  s.wash(s.radial(at, r, { 0: [colour, most], 0.55: [colour, most * 0.55], 1: [colour, 0] }, 1.1));
}

/** The corners sink a little, top and bottom most. */
export function vignette({ s, m }: Stage, strength: number): void {
  const colour = m.ink(m.dark ? 1 : 0.95);
  s.wash(s.radial([390, 860], 1010, { [m.dark ? 0.3 : 0.5]: [colour, 0], 1: [colour, m.dark ? strength * NIGHT.corners : strength] }));
}

/** The shine round a lamp; `shade` as of the glow. */
export function halo({ s, m }: Stage, { shade, at, r, strength }: Cloud & { shade: number }): void {
  const colour = m.glow(shade);
  const reach = m.dark ? r * NIGHT.halo : r;
  s.circle(at, reach, s.radial(at, reach, { 0: [colour, strength], 1: [colour, 0] }));
}

interface Beam {
  /** The direction of the light: x, y, z. */
  fall: Corner;
  strength: number;
  /** Height of what the light falls on. */
  floor?: number;
}

/** A beam from a window (its corners in the room) to its patch of light. */
export function beam({ s, v, m }: Stage, corners: readonly Corner[], { fall, strength, floor = 0 }: Beam): void {
  const opening = corners.map((corner) => v.at(...corner));
  const patch = landing(v, corners, fall, floor);
  const light = s.linear(middle(opening), middle(patch), {
    0: [m.glow(0), m.dark ? strength * NIGHT.beam : strength],
    1: [m.glow(0), 0.04],
  });
  s.path({ fill: light, filter: s.blur(9) }, polygon(hull([...opening, ...patch])));
}

/** The window's light on the floor, its edges soft. */
export function sunPatch({ s, v, m }: Stage, corners: readonly Corner[], fall: Corner, strength: number): void {
  s.path({ fill: m.glow(0), 'fill-opacity': strength, filter: s.blur(3) }, polygon(landing(v, corners, fall)));
}

/** Where light through a wall opening lands: follow the ray from each corner down to the floor. */
export function landing(view: View, corners: readonly Corner[], [dx, dy, dz]: Corner, floor = 0): Point[] {
  return corners.map(([x, y, z]) => {
    const t = (y - floor) / -dy;
    return view.at(x + dx * t, floor, z + dz * t);
  });
}

const middle = (points: readonly Point[]): Point =>
  points.reduce<Point>(([x, y], p) => [x + p[0] / points.length, y + p[1] / points.length], [0, 0]);

/** The convex outline of points (monotone chain). */
function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(sorted: readonly Point[]): Point[] {
  const out: Point[] = [];
  for (const point of sorted) {
    while (turnsWrong(out.at(-2), out.at(-1), point)) out.pop();
    out.push(point);
  }
  return out.slice(0, -1);
}

function turnsWrong(o: Point | undefined, a: Point | undefined, b: Point): boolean {
  return o !== undefined && a !== undefined && (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]) <= 0;
}
