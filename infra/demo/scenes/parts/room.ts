import { type Box2, range, rect } from '../paper/shapes.ts';
import type { Sheet } from '../paper/sheet.ts';
import type { Plane } from '../paper/svg-path.ts';
import type { View } from '../paper/view.ts';

interface Bounds {
  left: number;
  right: number;
  top: number;
  far: number;
  near: number;
}

/** The three walls, floor and ceiling of a one-point view, in metres. */
export class Room {
  readonly #view: View;
  readonly #bounds: Bounds;

  constructor(view: View, bounds: Bounds) {
    this.#view = view;
    this.#bounds = bounds;
  }

  shell(
    s: Sheet,
    { back, left, right, floor, ceiling }: { back: string; left: string; right: string; floor?: string; ceiling: string },
  ): void {
    const v = this.#view;
    const room = this.#bounds;
    s.fill(ceiling, rect(v.level(room.top), [room.left, room.near, room.right, room.far]));
    if (floor) s.fill(floor, rect(v.level(0), [room.left, room.near, room.right, room.far]));
    s.fill(left, rect(v.side(room.left), [room.near, 0, room.far, room.top]));
    s.fill(right, rect(v.side(room.right), [room.near, 0, room.far, room.top]));
    s.fill(back, rect(v.back(room.far), [room.left, 0, room.right, room.top]));
  }

  /** A moulding that runs round the three walls between two heights. */
  band(s: Sheet, low: number, high: number, [left, back, right]: readonly [string, string, string]): void {
    const v = this.#view;
    const room = this.#bounds;
    s.fill(left, rect(v.side(room.left), [room.near, low, room.far, high]));
    s.fill(right, rect(v.side(room.right), [room.near, low, room.far, high]));
    s.fill(back, rect(v.back(room.far), [room.left, low, room.right, high]));
  }
}

/** Sunk panels: a shaded edge above and on the left, a lit one below and on the right. */
export function panels(
  s: Sheet,
  plane: Plane,
  list: readonly Box2[],
  { dark, light, width = 2 }: { dark: string; light: string; width?: number },
): void {
  for (const [u0, v0, u1, v1] of list) s.stroke(dark, width, [plane(u0, v0), plane(u0, v1), plane(u1, v1)]);
  for (const [u0, v0, u1, v1] of list) s.stroke(light, width, [plane(u0, v0), plane(u1, v0), plane(u1, v1)]);
}

/** From, to, and the size of one piece. */
export type Course = readonly [from: number, to: number, step: number];

interface Chequer {
  u: Course;
  v: Course;
  colour: string;
  opacity?: number;
}

export function chequer(s: Sheet, plane: Plane, { u: [u0, u1, du], v: [v0, v1, dv], colour, opacity }: Chequer): void {
  const columns = range(Math.round((u1 - u0) / du));
  for (const j of range(Math.round((v1 - v0) / dv))) {
    for (const i of columns.filter((i) => (i + j) % 2 === 0)) {
      s.fill(colour, rect(plane, [u0 + i * du, v0 + j * dv, u0 + (i + 1) * du, v0 + (j + 1) * dv]), opacity);
    }
  }
}

interface Chevrons {
  u: Course;
  v: Course;
  tone: string;
  seam: string;
  width: number;
}

/** Hungarian-point parquet: every second leg of the chevrons is toned, seams run to the vanishing point. */
export function chevrons(s: Sheet, plane: Plane, { u: [u0, u1, du], v: [v0, v1, dv], tone, seam, width }: Chevrons): void {
  const columns = Math.round((u1 - u0) / du);
  const rise = dv * 0.8;
  for (let i = 0; i < columns; i += 2) s.fill(tone, rect(plane, [u0 + i * du, v0, u0 + (i + 1) * du, v1]));
  for (let v = v0; v < v1; v += dv) {
    const leg = range(columns + 1).map((i) => plane(u0 + i * du, Math.min(v1, v + (i % 2 ? rise : 0))));
    s.stroke(seam, width, leg);
  }
}
