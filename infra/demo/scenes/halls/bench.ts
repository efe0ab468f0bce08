import { box, disc, range, rect } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { around, polygon } from '../paper/svg-path.ts';

/** An upholstered museum bench between x0 and x1, z0 and z1. */
export function bench(stage: Stage, [x0, x1]: readonly [number, number], [z0, z1]: readonly [number, number], high = 0.46) {
  const { s, v, m } = stage;
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.35, filter: s.blur(9) }, polygon(rect(v.level(0), [x0 - 0.06, z0 - 0.1, x1 + 0.06, z1])));
  const leg = { front: m.wood(0.8), side: m.wood(0.64) };
  for (const [x, z] of [
    [x0 + 0.04, z1 - 0.12],
    [x1 - 0.12, z1 - 0.12],
    [x0 + 0.04, z0 + 0.04],
    [x1 - 0.12, z0 + 0.04],
  ] as const)
    box(stage, { x: [x, x + 0.08], y: [0, high - 0.1], z: [z, z + 0.08] }, leg);
  box(stage, { x: [x0, x1], y: [high - 0.13, high - 0.07], z: [z0, z1] }, { front: m.wood(0.6), side: m.wood(0.48) });
  box(
    stage,
    { x: [x0, x1], y: [high - 0.07, high + 0.05], z: [z0, z1] },
    {
      front: m.cloth(0.72),
      side: m.cloth(0.62),
      top: s.linear(v.at(0, high, z1), v.at(0, high, z0), { 0: m.cloth(0.3), 1: m.cloth(0.56) }),
    },
  );
  const buttons = range(4).flatMap((i) =>
    range(2).map((j) => v.at(x0 + (x1 - x0) * (0.14 + i * 0.24), high + 0.05, z0 + (z1 - z0) * (0.3 + j * 0.4))),
  );
  for (const [x, y] of buttons) s.path({ fill: m.cloth(0.8) }, disc(around([x, y]), [0, 0], 4, 2));
}
