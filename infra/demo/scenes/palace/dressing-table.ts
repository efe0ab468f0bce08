import { box, disc, rect, turned } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { curve, moved, points, polygon, trace } from '../paper/svg-path.ts';
import { panels } from '../parts/room.ts';

// A dressing table with its oval glass, and a stool.

export function dressingTable(stage: Stage) {
  const { s, v, m } = stage;
  const [x0, x1, z0, z1] = [1.5, 2.28, 4.5, 5.0];
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.3, filter: s.blur(9) }, polygon(rect(v.level(0), [x0, z0 - 0.1, x1 + 0.1, z1])));
  for (const x of [x0 + 0.05, x1 - 0.05])
    s.outline(m.wood(0.56), 11, trace(v.back(z0), `M ${x} 0.66 C ${x - 0.08} 0.4, ${x + 0.08} 0.3, ${x} 0`));
  const [cx, oval] = [(x0 + x1) / 2, v.back(z1)];
  s.path({ fill: m.gold(0.36) }, disc(oval, [cx, 1.42], 0.36, 0.5));
  s.path(
    {
      fill: s.linear(oval(cx - 0.3, 1.8), oval(cx + 0.3, 1), { 0: m.glow(0), 0.48: m.stone(0.12), 0.52: m.stone(0.26), 1: m.stone(0.36) }),
    },
    disc(oval, [cx, 1.42], 0.3, 0.44),
  );
  s.path({ fill: m.gold(0.3) }, curve([oval(cx - 0.16, 1.9), oval(cx, 2.06), oval(cx + 0.16, 1.9), oval(cx, 1.94)], true));
  box(stage, { x: [x0, x1], y: [0.6, 0.78], z: [z0, z1] }, { front: m.wood(0.42), left: m.wood(0.28) });
  box(
    stage,
    { x: [x0 - 0.05, x1 + 0.05], y: [0.78, 0.83], z: [z0 - 0.05, z1] },
    { front: m.wood(0.52), left: m.wood(0.3), top: m.wood(0.12) },
  );
  panels(
    s,
    v.back(z0),
    [
      [x0 + 0.06, 0.64, cx - 0.03, 0.75],
      [cx + 0.03, 0.64, x1 - 0.06, 0.75],
    ],
    { dark: m.wood(0.66), light: m.gold(0.2) },
  );
  for (const [dx, h, t] of [
    [-0.34, 0.16, 0.3],
    [-0.24, 0.1, 0.5],
    [0.3, 0.2, 0.4],
  ] as const) {
    const [x, y] = v.at(cx + dx, 0.83, z0 + 0.2);
    const k = 160;
    s.path(
      { fill: m.cloth(t) },
      moved(turned(points(`0.05 0, 0.06 ${h * 0.4}, 0.02 ${h * 0.7}, 0.02 ${h}, 0.03 ${h}`, (a, b) => [a * k, b * k])), [x, y]),
    );
  }
  stool(stage, 1.3, 3.95);
}

function stool({ s, v, m }: Stage, x: number, z: number) {
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.3, filter: s.blur(6) }, disc(v.level(0), [x, z], 0.36, 0.26));
  for (const dx of [-0.22, 0.22])
    s.outline(m.wood(0.6), 10, trace(v.back(z - 0.1), `M ${x + dx} 0.4 C ${x + dx * 1.3} 0.25, ${x + dx * 0.7} 0.12, ${x + dx * 1.1} 0`));
  s.path({ fill: m.cloth(0.6) }, [
    ['M', v.at(x - 0.3, 0.5, z)],
    ['L', v.at(x - 0.3, 0.38, z)],
    ['C', v.at(x - 0.2, 0.3, z - 0.2), v.at(x + 0.2, 0.3, z - 0.2), v.at(x + 0.3, 0.38, z)],
    ['L', v.at(x + 0.3, 0.5, z)],
    ['Z'],
  ]);
  s.path({ fill: m.cloth(0.34) }, disc(v.level(0.5), [x, z], 0.3, 0.24));
}
