import { type Box2, range, rect, ring } from '../paper/shapes.ts';
import type { Sheet } from '../paper/sheet.ts';
import { curve, type Plane, type Point, polygon, trace } from '../paper/svg-path.ts';

interface Chandelier {
  metal: string;
  lit: string;
  flame: string;
  /** Half its width. */
  reach: number;
  /** On either side. */
  arms: number;
  /** From the ring up to the crown. */
  drop: number;
  chain?: number;
}

const asDrawn: Plane = (x, y) => [x, y];

/** A chandelier in sheet units around (0, 0), its ring; arms on both sides, candles with their flames. */
export function chandelier(s: Sheet, { metal, lit, flame, reach, arms, drop, chain = drop * 3 }: Chandelier): void {
  s.stroke(metal, 3, [
    [0, -chain],
    [0, -drop * 0.6],
  ]);
  s.path({ fill: metal }, stem(drop));
  const tips = range(arms).flatMap((i) => [-1, 1].map((side): Point => [(side * reach * (i + 1)) / arms, -18 - i * 3]));
  for (const [x, y] of tips) {
    s.path(
      { fill: 'none', stroke: metal, 'stroke-width': 4 },
      trace(asDrawn, `M ${Math.sign(x) * 8} -4 C ${x * 0.45} 44, ${x} 36, ${x} ${y}`),
    );
  }
  for (const [x, y] of tips)
    s.fill(lit, [
      [x - 4, y],
      [x - 4, y - 30],
      [x + 4, y - 30],
      [x + 4, y],
    ]);
  for (const [x, y] of tips)
    s.path(
      { fill: metal },
      polygon([
        [x - 12, y - 3],
        [x + 12, y - 3],
        [x + 5, y + 5],
        [x - 5, y + 5],
      ]),
    );
  for (const [x, y] of tips)
    s.path(
      { fill: flame },
      curve(
        [
          [x, y - 52],
          [x + 5, y - 38],
          [x, y - 29],
          [x - 5, y - 38],
        ],
        true,
      ),
    );
  for (const side of [-1, 1]) {
    const garland = trace(
      asDrawn,
      `M ${side * 6} ${-drop * 0.6} C ${side * reach * 0.25} ${-drop * 0.15}, ${side * reach * 0.6} -10, ${side * reach} -14`,
    );
    s.path({ fill: 'none', stroke: lit, 'stroke-width': 2, 'stroke-dasharray': '3 4', 'stroke-linecap': 'round' }, garland);
  }
}

function stem(drop: number) {
  const right: Point[] = [
    [9, -drop * 0.5],
    [5, -drop * 0.3],
    [15, -8],
    [6, 26],
  ];
  const left = right.toReversed().map(([x, y]): Point => [-x, y]);
  return curve([[0, -drop * 0.75], ...right, [0, 46], ...left], true);
}

interface Painting {
  gold: string;
  goldDark: string;
  sky: string;
  land?: string;
  /** Width of the frame. */
  w?: number;
}

/** A gilt frame with a quiet landscape inside. */
export function painting(s: Sheet, plane: Plane, [u0, v0, u1, v1]: Box2, { gold, goldDark, sky, land, w = 0.09 }: Painting): void {
  s.fill(goldDark, rect(plane, [u0, v0, u1, v1]));
  s.path({ fill: gold, 'fill-rule': 'evenodd' }, ring(plane, [u0, v0, u1, v1], w * 0.55));
  const [a, b, c, d] = [u0 + w, v0 + w, u1 - w, v1 - w];
  s.fill(sky, rect(plane, [a, b, c, d]));
  if (!land) return;
  const h = d - b;
  const hills = `C ${a + (c - a) * 0.3} ${b + h * 0.62}, ${a + (c - a) * 0.55} ${b + h * 0.2}, ${c} ${b + h * 0.36}`;
  s.path({ fill: land }, trace(plane, `M ${a} ${b} L ${a} ${b + h * 0.42} ${hills} L ${c} ${b} Z`));
}
