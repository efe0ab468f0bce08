import { box, range, rect } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { type Point, polygon, trace } from '../paper/svg-path.ts';
import { halo } from '../parts/light.ts';

// A reading table with lamps and books.

export function table(stage: Stage) {
  const { s, v, m } = stage;
  const [z0, z1] = [4.1, 7];
  const legs = [
    [-0.78, z1 - 0.2],
    [0.66, z1 - 0.2],
    [-0.78, z0 + 0.08],
    [0.66, z0 + 0.08],
  ] as const;
  s.path({ fill: m.ink(0.9), 'fill-opacity': 0.28, filter: s.blur(9) }, polygon(rect(v.level(0), [-0.95, z0 - 0.2, 1, z1])));
  for (const [x, z] of legs)
    box(stage, { x: [x, x + 0.12], y: [0, 0.7], z: [z, z + 0.12] }, { front: m.wood(0.86), side: m.wood(0.7), top: m.wood(0.5) });
  box(stage, { x: [-0.8, 0.8], y: [0.6, 0.74], z: [z0 + 0.05, z1 - 0.05] }, { front: m.wood(0.78), side: m.wood(0.66) });
  const top = s.linear(v.at(0, 0.8, z1), v.at(0, 0.8, z0), { 0: m.wood(0.16), 1: m.wood(0.52) });
  box(stage, { x: [-0.9, 0.9], y: [0.74, 0.8], z: [z0, z1] }, { front: m.wood(0.6), top });
  s.fill(m.cloth(0.6), rect(v.level(0.8), [-0.72, z0 + 0.18, 0.72, z1 - 0.2]));
  openBook(stage, -0.16, z0 + 0.45);
  box(stage, { x: [0.36, 0.62], y: [0.8, 0.86], z: [z0 + 0.5, z0 + 0.85] }, { front: m.cloth(0.8), side: m.cloth(0.7), top: m.cloth(0.4) });
  box(stage, { x: [0.38, 0.6], y: [0.86, 0.91], z: [z0 + 0.52, z0 + 0.83] }, { front: m.wood(0.6), side: m.wood(0.5), top: m.wood(0.3) });
  for (const z of [6.3, 5.1]) lamp(stage, 0, z);
}

function openBook({ s, v, m }: Stage, x: number, z: number) {
  const y = 0.81;
  for (const side of [-1, 1])
    s.path({ fill: side > 0 ? m.stone(0.02) : m.stone(0.1) }, [
      ['M', v.at(x, y + 0.02, z)],
      ['C', v.at(x + side * 0.07, y + 0.06, z), v.at(x + side * 0.15, y + 0.03, z), v.at(x + side * 0.22, y + 0.01, z)],
      ['L', v.at(x + side * 0.22, y + 0.01, z + 0.32)],
      ['C', v.at(x + side * 0.15, y + 0.03, z + 0.32), v.at(x + side * 0.07, y + 0.06, z + 0.32), v.at(x, y + 0.02, z + 0.32)],
      ['Z'],
    ]);
  for (const k of range(2))
    s.stroke(m.stone(0.4), 1, [v.at(x + 0.05, y + 0.04, z + 0.06 + k * 0.06), v.at(x + 0.19, y + 0.03, z + 0.06 + k * 0.06)]);
}

function lamp(stage: Stage, x: number, z: number) {
  const { s, v, m } = stage;
  const [px, py] = v.at(x, 0.8, z);
  const k = v.scale(0, z) / 100;
  const P = (dx: number, dy: number): Point => [px + dx * k, py - dy * k];
  s.path({ fill: m.gold(0.5) }, polygon([P(-9, 0), P(9, 0), P(8, 3), P(2, 5), P(2, 40), P(-2, 40), P(-2, 5), P(-8, 3)]));
  halo(stage, { shade: 0.6, at: P(0, 26), r: 46 * k, strength: 0.7 });
  s.path({ fill: m.cloth(0.5) }, trace(P, 'M -24 34 C -24 48, -12 50, 0 50 C 12 50, 24 48, 24 34 Z'));
  s.stroke(m.glow(0), 2.5, [P(-22, 34), P(22, 34)]);
}
