import { arch, disc, rect } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { curve, points, trace } from '../paper/svg-path.ts';

// The window to the garden with its curtain.

/** Distance of the window wall. */
export const END = 5;

export function gardenWindow({ s, v, m }: Stage) {
  const plane = v.back(END);
  s.path({ fill: m.stone(0.04) }, arch(plane, [-1.18, 1.18], [0.8, 2.75, 1.16]));
  s.path({ fill: m.stone(0.36) }, arch(plane, [-1.04, 1.04], [0.9, 2.75, 1.04]));
  s.path(
    { fill: s.linear(plane(0, 3.8), plane(0, 0.9), { 0: m.glow(0.5), 0.45: m.glow(0), 1: m.glow(0.4) }) },
    arch(plane, [-0.99, 0.99], [0.94, 2.75, 0.99]),
  );
  const hills = (t: number, ridge: string) =>
    s.path({ fill: m.stone(t) }, [...curve(points(ridge, plane)), ['L', plane(0.99, 0.94)], ['L', plane(-0.99, 0.94)], ['Z']]);
  hills(0.1, '-0.99 1.7, -0.5 1.82, 0 1.62, 0.5 1.72, 0.99 1.88');
  hills(0.17, '-0.99 1.42, -0.4 1.34, 0.2 1.4, 0.99 1.24');
  for (const [x, h] of [
    [-0.72, 0.6],
    [-0.6, 0.46],
    [0.74, 0.5],
  ] as const)
    s.path(
      { fill: m.stone(0.22) },
      curve(
        [plane(x, 1.3 + h), plane(x + 0.07, 1.3 + h * 0.4), plane(x + 0.02, 1.26), plane(x - 0.02, 1.26), plane(x - 0.07, 1.3 + h * 0.4)],
        true,
      ),
    );
  s.stroke(m.stone(0.1), 9, [plane(0, 0.94), plane(0, 3.74)]);
  s.stroke(m.stone(0.1), 8, [plane(-0.99, 2.75), plane(0.99, 2.75)]);
  for (const x of [-0.5, 0.5]) s.stroke(m.stone(0.2), 3, [plane(x, 0.94), plane(x, 3.6)]);
  for (const y of [1.54, 2.14]) s.stroke(m.stone(0.2), 3, [plane(-0.99, y), plane(0.99, y)]);
  s.fill(m.stone(0.02), rect(plane, [-1.26, 0.72, 1.26, 0.84]));
  s.fill(m.stone(0.3), rect(plane, [-1.2, 0.66, 1.2, 0.72]));
}

/** A curtain on the right of the window, tied at the sill. */
export function curtain({ s, v, m }: Stage) {
  const P = (x: number, y: number) => v.at(x, y, END - 0.15);
  s.path(
    { fill: s.linear(P(0.8, 0), P(1.34, 0), { 0: m.cloth(0.38), 1: m.cloth(0.6) }) },
    trace(P, 'M 0.72 4 C 0.84 3, 0.98 2.2, 1.12 1.5 C 1.06 1, 1.06 0.5, 1.04 0.05 L 1.38 0.05 L 1.38 4 Z'),
  );
  for (const k of [0.25, 0.5, 0.75])
    s.outline(
      m.cloth(0.72),
      2,
      trace(
        P,
        `
    M ${0.72 + k * 0.66} 4 C ${0.84 + k * 0.54} 3, ${0.98 + k * 0.4} 2.2, ${1.12 + k * 0.26} 1.5
    C ${1.06 + k * 0.3} 1, ${1.06 + k * 0.32} 0.5, ${1.04 + k * 0.34} 0.05`,
      ),
    );
  s.outline(m.gold(0.34), 7, trace(P, 'M 1.1 1.54 L 1.38 1.46'));
}

export function rod({ s, v, m }: Stage) {
  s.stroke(m.gold(0.5), 7, [v.at(-1.5, 4.03, END - 0.2), v.at(1.5, 4.03, END - 0.2)]);
  for (const x of [-1.54, 1.54]) s.path({ fill: m.gold(0.44) }, disc(v.back(END - 0.2), [x, 4.03], 0.06));
}
