import type { Stage } from './stage.ts';
import { type Command, type Path, type Plane, type Point, polygon } from './svg-path.ts';

type Span = readonly [from: number, to: number];
/** u0, v0, u1, v1 on a plane. */
export type Box2 = readonly [number, number, number, number];

export const range = (n: number, from = 0, step = 1): number[] => Array.from({ length: n }, (_, i) => from + i * step);

export const rect = (plane: Plane, [u0, v0, u1, v1]: Box2): Point[] => [plane(u0, v0), plane(u1, v0), plane(u1, v1), plane(u0, v1)];

interface BoxTones {
  front: string;
  side?: string;
  left?: string;
  right?: string;
  top?: string;
  bottom?: string;
}

const isFacing = ([a, b, c]: readonly Point[]) => a && b && c && (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;

interface Spans {
  x: Span;
  y: Span;
  z: Span;
}

/** Draws the visible faces of an upright box. */
export function box({ s, v }: Stage, { x: [x0, x1], y: [y0, y1], z: [z0, z1] }: Spans, tones: BoxTones): void {
  const p = v.at;
  const faces: [string | undefined, Point[]][] = [
    [tones.top, [p(x0, y1, z0), p(x0, y1, z1), p(x1, y1, z1), p(x1, y1, z0)]],
    [tones.bottom ?? tones.front, [p(x0, y0, z0), p(x1, y0, z0), p(x1, y0, z1), p(x0, y0, z1)]],
    [tones.left ?? tones.side, [p(x0, y0, z1), p(x0, y1, z1), p(x0, y1, z0), p(x0, y0, z0)]],
    [tones.right ?? tones.side, [p(x1, y0, z0), p(x1, y1, z0), p(x1, y1, z1), p(x1, y0, z1)]],
    [tones.front, [p(x0, y0, z0), p(x0, y1, z0), p(x1, y1, z0), p(x1, y0, z0)]],
  ];
  for (const [tone, points] of faces) if (tone && isFacing(points)) s.fill(tone, points);
}

/** How far a Bézier's handles reach to look like a quarter of a circle. */
const ARC = 0.5523;

export type ArchKind = 'round' | 'pointed' | 'ogee' | 'flat';

type Shoulders = (half: number, rise: number) => readonly [out: Point, crown: Point];

/** Offsets of the handles from foot and apex, mirrored for the right shoulder. */
const shouldersOf: Record<Exclude<ArchKind, 'flat'>, Shoulders> = {
  round: (half, rise) => [
    [half, rise * ARC],
    [half * ARC, rise],
  ],
  pointed: (half, rise) => [
    [half, rise * 0.5],
    [half * 0.5, rise * 0.86],
  ],
  ogee: (half, rise) => [
    [half * 1.02, rise * 0.75],
    [half * 0.12, rise * 0.5],
  ],
};

/** An opening on a plane between u0 and u1: straight from sill to spring, then an arch of that rise. */
export function arch(
  plane: Plane,
  [u0, u1]: Span,
  [sill, spring, rise]: readonly [number, number, number],
  kind: ArchKind = 'round',
): Command[] {
  return [['M', plane(u0, sill)], ...archHead(plane, [u0, u1], [spring, rise], kind), ['L', plane(u1, sill)], ['Z']];
}

function archHead(plane: Plane, [u0, u1]: Span, [spring, rise]: readonly [number, number], kind: ArchKind): Command[] {
  const mid = (u0 + u1) / 2;
  const half = (u1 - u0) / 2;
  const top = spring + rise;
  if (kind === 'flat')
    return [
      ['L', plane(u0, top)],
      ['L', plane(u1, top)],
      ['L', plane(u1, spring)],
    ];
  const [out, crown] = shouldersOf[kind](half, rise);
  return [
    ['L', plane(u0, spring)],
    ['C', plane(mid - out[0], spring + out[1]), plane(mid - crown[0], spring + crown[1]), plane(mid, top)],
    ['C', plane(mid + crown[0], spring + crown[1]), plane(mid + out[0], spring + out[1]), plane(u1, spring)],
  ];
}

/** The curve of an arch alone, open at the foot. */
export const archLine = (...args: Parameters<typeof arch>): Command[] => arch(...args).slice(0, -1);

export function disc(plane: Plane, [u, v]: Point, ru: number, rv = ru): Command[] {
  const P = (a: number, b: number) => plane(u + a * ru, v + b * rv);
  return [
    ['M', P(1, 0)],
    ['C', P(1, ARC), P(ARC, 1), P(0, 1)],
    ['C', P(-ARC, 1), P(-1, ARC), P(-1, 0)],
    ['C', P(-1, -ARC), P(-ARC, -1), P(0, -1)],
    ['C', P(ARC, -1), P(1, -ARC), P(1, 0)],
    ['Z'],
  ];
}

/** The cheapest ornament. */
export const lozenge = (plane: Plane, [u, v]: Point, ru: number, rv = ru): Command[] =>
  polygon([plane(u - ru, v), plane(u, v + rv), plane(u + ru, v), plane(u, v - rv)]);

/** A frame of one width, as an even-odd ring between two rectangles. */
export function ring(plane: Plane, [u0, v0, u1, v1]: Box2, width: number): Path {
  return [...polygon(rect(plane, [u0, v0, u1, v1])), ...polygon(rect(plane, [u0 + width, v0 + width, u1 - width, v1 - width]).reverse())];
}

/** A solid of revolution as a silhouette around x = 0: [radius, height] from the foot up, in sheet units. */
export function turned(profile: readonly Point[]): Command[] {
  const right = profile.map(([r, y]): Point => [r, -y]);
  const left = profile.toReversed().map(([r, y]): Point => [-r, -y]);
  return polygon([...right, ...left]);
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
