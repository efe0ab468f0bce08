/** Sheet units; y grows downward. */
export type Point = readonly [x: number, y: number];

/** Absolute path commands: move, line, cubic curve, close. */
export type Command = readonly ['M' | 'L', Point] | readonly ['C', Point, Point, Point] | readonly ['Z'];
export type Path = readonly Command[];

/** Turns two coordinates of a wall, a floor or a thing into a point of the sheet. */
export type Plane = (u: number, v: number) => Point;

const token = /[MLCZ]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g;

/** Path data in a plane's own coordinates, absolute: `M 0 0 L 1 0 C 1 1, 0 1, 0 0 Z`. */
export function trace(plane: Plane, data: string): Command[] {
  const path: Command[] = [];
  const words = data.match(token) ?? [];
  let at = 0;
  const point = (): Point => plane(Number(words[at++]), Number(words[at++]));
  while (at < words.length) {
    const letter = words[at++];
    if (letter === 'Z') path.push(['Z']);
    else if (letter === 'C') path.push(['C', point(), point(), point()]);
    else path.push([letter === 'M' ? 'M' : 'L', point()]);
  }
  return path;
}

/** The sheet's own units. */
export const onSheet: Plane = (x, y) => [x, y];

/** A thing's own units about its place on the sheet; y grows downward. */
export const around =
  ([x, y]: Point): Plane =>
  (dx, dy) => [x + dx, y + dy];

/** Points in a plane's coordinates: `0 0, 10 0, 10 5`. */
export function points(data: string, plane: Plane = onSheet): Point[] {
  return data.split(',').map((pair) => {
    const [u = 0, v = 0] = pair.trim().split(' ').map(Number);
    return plane(u, v);
  });
}

const [moveTo, lineTo] = ['M', 'L'] as const;

export const polyline = (points: readonly Point[]): Command[] => points.map((point, index) => [index === 0 ? moveTo : lineTo, point]);
export const polygon = (points: readonly Point[]): Command[] => [...polyline(points), ['Z']];

/** A smooth curve through points (Catmull-Rom). */
export function curve(points: readonly Point[], closed = false): Command[] {
  const n = points.length;
  const at = (i: number): Point => points[closed ? (i + n) % n : Math.min(n - 1, Math.max(0, i))] ?? [0, 0];
  const path: Command[] = [['M', at(0)]];
  for (let i = 0; i < (closed ? n : n - 1); i += 1) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path.push(['C', [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6], [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6], c]);
  }
  if (closed) path.push(['Z']);
  return path;
}

/** The points of a command; none for Z. */
export const pointsOf = ([, ...points]: Command): readonly Point[] => points;

/** The path with its lines moved; curves are not what this is for. */
export function moved(path: Path, [dx, dy]: Point): Command[] {
  return path.map((command) => {
    if (command[0] === 'Z' || command[0] === 'C') return command;
    const [name, [x, y]] = command;
    return [name, [x + dx, y + dy]];
  });
}
