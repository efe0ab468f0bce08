import { arch, archLine, disc, range, rect } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { type Plane, polygon, trace } from '../paper/svg-path.ts';

// Four ogee lights under quatrefoils, the lagoon behind them.

/** Half the width of the room, and the distance of the window wall. */
export const HALF = 2.7;
export const END = 9;
/** Where each light begins. */
export const LIGHTS = range(4, -1.72, 0.86);

export function lagoon({ s, v, m }: Stage) {
  const plane = v.back(END);
  s.fill(
    s.linear(plane(0, 4.6), plane(0, 1), { 0: m.glow(0.7), 0.6: m.glow(0), 0.82: m.glow(0.2), 0.83: m.stone(0.2), 1: m.stone(0.1) }),
    rect(plane, [-1.72, 0.9, 1.72, 4.6]),
  );
  const P = (x: number, y: number) => plane(x, 1.58 + y);
  s.path(
    { fill: m.stone(0.26) },
    trace(
      P,
      `
    M -1.5 0 L -1.5 0.12 L -1.28 0.12 L -1.28 0.62 L -1.225 0.8 L -1.17 0.62 L -1.17 0.14 L -1.05 0.14
    L -1.05 0.26 C -1.05 0.46, -0.78 0.46, -0.78 0.26 L -0.78 0.14 L -0.5 0.1 L -0.5 0 Z`,
    ),
  );
  s.path({ fill: m.stone(0.22) }, trace(P, 'M 0.7 0 L 0.8 0.07 L 1.1 0.06 L 1.3 0.12 L 1.72 0.09 L 1.72 0 Z'));
  for (const [x, y, w] of [
    [-1.1, -0.12, 0.4],
    [0.2, -0.2, 0.5],
    [0.9, -0.1, 0.4],
    [-0.4, -0.3, 0.6],
  ] as const)
    s.stroke(m.glow(0), 2, [P(x, y), P(x + w, y)]);
}

export function traceryWall(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.back(END);
  const holes = LIGHTS.flatMap((x) => arch(plane, [x + 0.07, x + 0.79], [0.9, 2.95, 1.02], 'ogee'));
  const eyes = range(3, -0.86, 0.86).flatMap((x) => quatrefoil(plane, x, 4.12));
  const outline = [plane(-HALF, 0.9), plane(-HALF, 5.3), plane(HALF, 5.3), plane(HALF, 0.9)];
  const marble = s.linear(plane(-HALF, 0), plane(HALF, 0), { 0: m.stone(0.3), 0.5: m.stone(0.14), 1: m.stone(0.26) });
  s.path({ fill: marble, 'fill-rule': 'evenodd' }, [...polygon(outline), ...holes, ...eyes]);
  s.outline(
    m.stone(0.02),
    3,
    LIGHTS.flatMap((x) => archLine(plane, [x + 0.04, x + 0.82], [2.9, 2.95, 1.06], 'ogee')),
  );
  s.outline(
    m.stone(0.04),
    3,
    range(3, -0.86, 0.86).flatMap((x) => disc(plane, [x, 4.12], 0.25)),
  );
  s.outline(m.stone(0.04), 6, polygon([plane(-1.86, 0.95), plane(-1.86, 4.72), plane(1.86, 4.72), plane(1.86, 0.95)]));
  for (const x of [...LIGHTS, 1.72]) column(stage, plane, x);
  for (const x of LIGHTS) {
    s.stroke(m.stone(0.36), 1.4, [plane(x + 0.43, 0.95), plane(x + 0.43, 3.3)]);
    for (const y of [1.9, 2.6]) s.stroke(m.stone(0.36), 1, [plane(x + 0.1, y), plane(x + 0.76, y)]);
  }
}

function quatrefoil(plane: Plane, x: number, y: number, r = 0.115) {
  return (
    [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ] as const
  ).flatMap(([a, b]) => disc(plane, [x + a * r, y + b * r], r * 0.98));
}

function column({ s, m }: Stage, plane: Plane, x: number) {
  s.fill(m.stone(0.1), rect(plane, [x - 0.06, 1, x + 0.01, 2.8]));
  s.fill(m.stone(0.34), rect(plane, [x + 0.01, 1, x + 0.06, 2.8]));
  s.fill(m.stone(0.04), [plane(x - 0.06, 2.78), plane(x - 0.12, 2.97), plane(x + 0.12, 2.97), plane(x + 0.06, 2.78)]);
}

export function balcony({ s, v, m }: Stage) {
  const plane = v.back(END - 0.02);
  s.fill(m.stone(0.2), rect(plane, [-HALF, 0, HALF, 0.96]));
  for (const x of range(10, -2.16, 0.48)) s.path({ fill: m.stone(0.38) }, arch(plane, [x - 0.17, x + 0.17], [0.2, 0.5, 0.26], 'ogee'));
  s.fill(m.stone(0.03), rect(plane, [-HALF, 0.92, HALF, 1.02]));
}
