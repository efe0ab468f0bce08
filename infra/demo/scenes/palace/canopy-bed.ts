import { disc, range, rect } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { type Command, curve, points, polygon, trace } from '../paper/svg-path.ts';
import type { Corner } from '../parts/light.ts';

// A canopy bed; its drapes fall from a crown.

/** The bed: its head against the back wall; drapes fall from a crown. */
export function bed(stage: Stage, wall: number) {
  const { s, v, m } = stage;
  const [near, far, half] = [4.6, wall - 0.05, 0.98];
  const plane = v.back(far);
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.3, filter: s.blur(9) }, polygon(rect(v.level(0), [-1.25, near - 0.15, 1.3, far])));
  s.path(
    { fill: s.linear(plane(0, 3.7), plane(0, 0.6), { 0: m.stone(0.36), 0.4: m.stone(0.06), 1: m.stone(0.22) }) },
    trace(plane, 'M -1.2 0.4 L -1.15 1.6 C -1 2.8, -0.6 3.3, -0.4 3.7 L 0.4 3.7 C 0.6 3.3, 1 2.8, 1.15 1.6 L 1.2 0.4 Z'),
  );
  for (const k of range(7, -0.9, 0.3))
    s.outline(m.stone(0.26), 2, trace(plane, `M ${k * 0.36} 3.7 C ${k * 0.7} 3, ${k} 2.4, ${k * 1.05} 1.2`));
  s.path(
    { fill: m.gold(0.36) },
    trace(plane, 'M -0.98 0.6 L -0.98 1.4 C -0.9 1.62, -0.4 1.5, 0 1.95 C 0.4 1.5, 0.9 1.62, 0.98 1.4 L 0.98 0.6 Z'),
  );
  s.path(
    { fill: m.cloth(0.36) },
    trace(plane, 'M -0.88 0.6 L -0.88 1.36 C -0.8 1.5, -0.4 1.42, 0 1.8 C 0.4 1.42, 0.8 1.5, 0.88 1.36 L 0.88 0.6 Z'),
  );
  mattress(stage, near, far - 0.15, half);
  s.halves(() => drape(stage, (near + wall) / 2 + 0.3));
  crown(stage, wall - 0.7);
}

function pillow({ s, v, m }: Stage, [x, y, z]: Corner, { w, shade }: { w: number; shade: number }) {
  const plane = v.back(z);
  const bulge = `${x - w} ${y}, ${x - w * 0.9} ${y + 0.3}, ${x} ${y + 0.36}, ${x + w * 0.9} ${y + 0.3}, ${x + w} ${y}, ${x} ${y - 0.05}`;
  s.path({ fill: m.stone(shade) }, curve(points(bulge, plane), true));
}

function mattress(stage: Stage, near: number, far: number, half: number) {
  const { s, v, m } = stage;
  for (const x of [-0.46, 0.46]) pillow(stage, [x, 0.72, far - 0.1], { w: 0.4, shade: 0.06 });
  pillow(stage, [0, 0.74, far - 0.4], { w: 0.34, shade: 0 });
  const spread = s.linear(v.at(-half, 0.8, near), v.at(half, 0.8, near), { 0: m.cloth(0.2), 0.5: m.cloth(0.34), 1: m.cloth(0.5) });
  const skirt = s.linear(v.at(0, 0.78, near), v.at(0, 0.1, near), { 0: m.cloth(0.48), 1: m.cloth(0.66) });
  s.path({ fill: spread }, [
    ['M', v.at(-half, 0.74, near)],
    ['L', v.at(-half, 0.74, far - 0.5)],
    ['C', v.at(-0.5, 0.84, far - 0.5), v.at(0.5, 0.84, far - 0.5), v.at(half, 0.74, far - 0.5)],
    ['L', v.at(half, 0.74, near)],
    ['C', v.at(0.5, 0.82, near), v.at(-0.5, 0.82, near), v.at(-half, 0.74, near)],
    ['Z'],
  ]);
  s.fill(m.stone(0.03), [
    v.at(-half, 0.76, far - 0.86),
    v.at(-half, 0.76, far - 0.5),
    v.at(half, 0.76, far - 0.5),
    v.at(half, 0.76, far - 0.86),
  ]);
  const scallops = (low: number): Command[] =>
    range(8).map((i) => {
      const x = half - (i * half) / 4;
      const n = x - half / 4;
      return ['C', v.at(x - 0.04, 0.08 + low, near), v.at(n + 0.04, 0.08 + low, near), v.at(n, 0.2 + low, near)];
    });
  s.path({ fill: skirt }, [
    ['M', v.at(-half, 0.74, near)],
    ['C', v.at(-0.5, 0.82, near), v.at(0.5, 0.82, near), v.at(half, 0.74, near)],
    ['L', v.at(half, 0.2, near)],
    ...scallops(0),
    ['Z'],
  ]);
  s.outline(m.gold(0.3), 3, [['M', v.at(half, 0.24, near)], ...scallops(0.047)]);
  for (const x of range(7, -0.735, 0.245)) s.stroke(m.cloth(0.62), 1.5, [v.at(x, 0.72, near), v.at(x, 0.26, near)]);
  for (const x of [-half + 0.02, half - 0.08]) s.fill(m.gold(0.5), rect(v.back(near), [x, 0, x + 0.07, 0.16]));
}

/** The right-hand bed curtain, gathered at the wall and swept outward. */
function drape({ s, v, m }: Stage, z: number) {
  const P = (x: number, y: number) => v.at(x, y, z);
  s.path(
    { fill: s.linear(P(0.3, 0), P(1.5, 0), { 0: m.cloth(0.66), 0.5: m.cloth(0.44), 1: m.cloth(0.6) }) },
    trace(
      P,
      `
    M 0.1 3.66 C 0.4 3.1, 0.9 2.6, 1.14 1.7 C 1.0 1.2, 1.02 0.5, 0.98 0.05 L 1.5 0.05
    C 1.5 0.7, 1.46 1.3, 1.36 1.7 C 1.26 2.7, 0.7 3.2, 0.5 3.66 Z`,
    ),
  );
  for (const k of [0.3, 0.55, 0.8])
    s.outline(
      m.cloth(0.78),
      3,
      trace(
        P,
        `
    M ${0.1 + k * 0.4} 3.66 C ${0.4 + k * 0.3} 3.15, ${0.9 + k * 0.36} 2.6, ${1.14 + k * 0.22} 1.7
    C ${1 + k * 0.44} 1.2, ${1.02 + k * 0.46} 0.5, ${0.98 + k * 0.52} 0.05`,
      ),
    );
  s.outline(m.gold(0.32), 8, trace(P, 'M 1.12 1.74 C 1.2 1.6, 1.3 1.6, 1.39 1.72'));
  s.fill(m.gold(0.4), [P(1.24, 1.64), P(1.2, 1.36), P(1.3, 1.36)]);
}

function crown({ s, v, m }: Stage, z: number) {
  const P = (x: number, y: number) => v.at(x, y, z);
  s.path({ fill: m.cloth(0.6) }, trace(P, 'M -0.5 3.62 C -0.44 4.0, -0.14 4, 0 4.2 C 0.14 4, 0.44 4.0, 0.5 3.62 Z'));
  for (const x of [-0.2, 0, 0.2]) s.outline(m.cloth(0.78), 2, trace(P, `M ${x * 1.7} 3.64 C ${x * 1.4} 3.95, ${x * 0.3} 3.95, 0 4.18`));
  s.path({ fill: m.gold(0.3) }, [
    ...trace(P, 'M -0.56 3.7 L -0.56 3.54'),
    ...range(6).map((i): Command => {
      const x = -0.56 + (i * 1.12) / 6;
      return ['C', P(x + 0.02, 3.42), P(x + 0.16, 3.42), P(x + 1.12 / 6, 3.54)];
    }),
    ...trace(P, 'L 0.56 3.7 C 0.3 3.63, -0.3 3.63, -0.56 3.7 Z'),
  ]);
  s.path({ fill: m.gold(0.42) }, disc(v.back(z), [0, 4.24], 0.07));
}
