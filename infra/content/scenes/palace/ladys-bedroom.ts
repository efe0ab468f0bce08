import { range, rect, box, arch, disc, turned } from '../paper/shapes.ts';
import { polygon, curve, trace, moved } from '../paper/svg-path.ts';
import { Sheet } from '../paper/sheet.ts';
import { View } from '../paper/view.ts';
import { type Stage, type SceneDrawing } from '../paper/stage.ts';
import { Room, panels, chevrons } from '../parts/room.ts';
import { air, vignette, halo, shaft, landing } from '../parts/light.ts';
import { chandelier } from '../parts/furnishings.ts';

// A lady's bedroom: a crowned canopy bed on the axis, a tall window, a dressing table with its glass.

const END = 6.6;
const HALF = 2.75;
const TOP = 4.9;
const AXIS = 420;
const CEILING_ROSE = 3.1;

function boudoir(stage: Stage) {
  const { s, v, m } = stage;
  const room = new Room(v, { left: -HALF, right: HALF, top: TOP, far: END, near: 1.8 });
  const wall = s.linear([0, 620], [0, 1160], { 0: m.stone(0.2), 0.5: m.stone(0.1), 1: m.stone(0.2) });
  room.shell(s, {
    ceiling: s.linear([0, 0], [0, 620], { 0: m.stone(0.4), 1: m.stone(0.12) }),
    left: m.stone(0.34),
    right: m.stone(0.2),
    back: wall,
  });
  room.band(s, 0, 0.16, [m.stone(0.46), m.stone(0.3), m.stone(0.38)]);
  room.band(s, 0.86, 0.94, [m.stone(0.22), m.stone(0.02), m.stone(0.1)]);
  room.band(s, TOP - 0.42, TOP - 0.36, [m.gold(0.44), m.gold(0.28), m.gold(0.34)]);
  room.band(s, TOP - 0.34, TOP - 0.1, [m.stone(0.3), m.stone(0.06), m.stone(0.18)]);
  room.band(s, TOP - 0.1, TOP, [m.stone(0.42), m.stone(0.24), m.stone(0.32)]);
  const back = v.back(END);
  panels(
    s,
    back,
    [
      [-2.55, 1.1, -1.62, 4.2],
      [1.62, 1.1, 2.55, 4.2],
      [-2.55, 0.26, -1.62, 0.76],
      [1.62, 0.26, 2.55, 0.76],
    ],
    { dark: m.stone(0.34), light: m.stone(0) },
  );
  panels(
    s,
    v.side(HALF),
    [
      [4.8, 1.1, 6.4, 4.2],
      [4.8, 0.26, 6.4, 0.76],
    ],
    { dark: m.stone(0.4), light: m.stone(0.04) },
  );
  rosette(stage);
}

function rosette({ s, v, m }: Stage) {
  const plane = v.level(TOP);
  for (const [r, t] of [
    [1.25, 0.3],
    [1.15, 0.16],
    [0.8, 0.32],
    [0.72, 0.2],
  ] as const)
    s.path({ fill: m.stone(t) }, disc(plane, [0, CEILING_ROSE], r));
  s.path(
    { fill: 'none', stroke: m.stone(0.32), 'stroke-width': 16, 'stroke-dasharray': '1 40', 'stroke-linecap': 'round' },
    disc(plane, [0, CEILING_ROSE], 0.97),
  );
  for (const [r, t] of [
    [0.3, 0.36],
    [0.2, 0.2],
    [0.08, 0.44],
  ] as const)
    s.path({ fill: m.stone(t) }, disc(plane, [0, CEILING_ROSE], r));
  for (const x of [-2.3, 2.3]) s.stroke(m.stone(0.3), 3, [v.at(x, TOP, 2), v.at(x, TOP, END - 0.4), v.at(0, TOP, END - 0.4)]);
}

function parquet({ s, v, m }: Stage) {
  const plane = v.level(0);
  s.fill(s.linear([0, 1160], [0, 1688], { 0: m.wood(0.2), 1: m.wood(0.5) }), rect(plane, [-HALF, 1.8, HALF, END]));
  chevrons(s, plane, { u: [-2.8, 2.8, 0.4], v: [1.6, END - 0.3, 0.47], tone: m.wood(0.38), seam: m.wood(0.58), width: 1 });
  s.path({ fill: m.gold(0.44) }, disc(plane, [-0.05, 3.55], 1.55, 1.12));
  s.path({ fill: m.cloth(0.58) }, disc(plane, [-0.05, 3.55], 1.47, 1.05));
  s.path({ fill: m.gold(0.3) }, disc(plane, [-0.05, 3.55], 1.2, 0.85));
  s.path({ fill: m.cloth(0.5) }, disc(plane, [-0.05, 3.55], 1.14, 0.8));
}

function windowWall(stage: Stage) {
  const { s, v, m } = stage;
  const plane = v.side(-HALF);
  const [a, b] = [5.25, 6.2];
  s.path({ fill: m.stone(0.1) }, arch(plane, [a - 0.16, b + 0.16], [0.16, 3.35, 0.5], 'flat'));
  s.path(
    { fill: s.linear(plane(a, 3.8), plane(a, 0.2), { 0: m.glow(0.3), 0.4: m.glow(0), 1: m.glow(0.5) }) },
    polygon(rect(plane, [a, 0.3, b, 3.7])),
  );
  s.stroke(m.stone(0.3), 5, [plane((a + b) / 2, 0.3), plane((a + b) / 2, 3.7)]);
  for (const z of [a + 0.24, b - 0.24]) s.stroke(m.stone(0.3), 2, [plane(z, 0.3), plane(z, 3.7)]);
  for (const y of range(5, 0.9, 0.62)) s.stroke(m.stone(0.3), 2, [plane(a, y), plane(b, y)]);
  for (const [z, w, turn] of [
    [b + 0.22, 0.42, -1],
    [a - 0.2, 0.5, 1],
  ] as const)
    curtain(stage, (d, y) => v.at(-HALF + 0.12, y, z + turn * d * w), turn);
  const drop = (t: number) => v.at(-HALF + 0.16, 3.5 - Math.abs(Math.sin(t * Math.PI * 3)) * 0.3, a - 0.35 + t * (b - a + 0.7));
  s.path({ fill: m.cloth(0.56) }, [
    ['M', v.at(-HALF + 0.16, 3.95, a - 0.35)],
    ...range(13, 0, 1 / 12).map((t) => ['L', drop(t)]),
    ['L', v.at(-HALF + 0.16, 3.95, b + 0.35)],
    ['Z'],
  ]);
  s.stroke(m.gold(0.4), 6, [v.at(-HALF + 0.18, 3.97, a - 0.45), v.at(-HALF + 0.18, 3.97, b + 0.45)]);
}

/** A curtain tied back at 1.2 m: d runs 0 (outer edge) to 1 (towards the glass). */
function curtain({ s, m }: Stage, at: number) {
  s.path({ fill: m.cloth(0.54) }, trace(at, 'M 0 3.95 L 1.25 3.95 C 1.2 2.6, 0.7 1.7, 0.35 1.3 C 0.5 0.9, 0.6 0.4, 0.6 0.02 L 0 0.02 Z'));
  for (const k of [0.25, 0.55, 0.9])
    s.path(
      { fill: 'none', stroke: m.cloth(0.74), 'stroke-width': 3 },
      trace(
        at,
        `
    M ${k * 1.2} 3.9 C ${k * 1.15} 2.6, ${k * 0.7} 1.8, ${k * 0.32} 1.32
    C ${k * 0.5} 0.9, ${k * 0.58} 0.5, ${k * 0.58} 0.05`,
      ),
    );
  s.path({ fill: 'none', stroke: m.gold(0.34), 'stroke-width': 6 }, trace(at, 'M 0 1.4 L 0.4 1.26'));
}

/** The bed: its head against the back wall; drapes fall from a crown. */
function bed(stage: Stage) {
  const { s, v, m } = stage;
  const [near, far, half] = [4.6, END - 0.05, 0.98];
  const plane = v.back(far);
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.3, filter: s.blur(9) }, polygon(rect(v.level(0), [-1.25, near - 0.15, 1.3, far])));
  s.path(
    { fill: s.linear(plane(0, 3.7), plane(0, 0.6), { 0: m.stone(0.36), 0.4: m.stone(0.06), 1: m.stone(0.22) }) },
    trace(plane, 'M -1.2 0.4 L -1.15 1.6 C -1 2.8, -0.6 3.3, -0.4 3.7 L 0.4 3.7 C 0.6 3.3, 1 2.8, 1.15 1.6 L 1.2 0.4 Z'),
  );
  for (const k of range(7, -0.9, 0.3))
    s.path(
      { fill: 'none', stroke: m.stone(0.26), 'stroke-width': 2 },
      trace(plane, `M ${k * 0.36} 3.7 C ${k * 0.7} 3, ${k} 2.4, ${k * 1.05} 1.2`),
    );
  s.path(
    { fill: m.gold(0.36) },
    trace(plane, 'M -0.98 0.6 L -0.98 1.4 C -0.9 1.62, -0.4 1.5, 0 1.95 C 0.4 1.5, 0.9 1.62, 0.98 1.4 L 0.98 0.6 Z'),
  );
  s.path(
    { fill: m.cloth(0.36) },
    trace(plane, 'M -0.88 0.6 L -0.88 1.36 C -0.8 1.5, -0.4 1.42, 0 1.8 C 0.4 1.42, 0.8 1.5, 0.88 1.36 L 0.88 0.6 Z'),
  );
  mattress(stage, near, far - 0.15, half);
  s.halves(() => drape(stage, near), AXIS);
  crown(stage);
}

function mattress({ s, v, m }: Stage, near: number, far: number, half: number) {
  const pillow = (x: number, y: number, z: number, w: number, t: number) =>
    s.path(
      { fill: m.stone(t) },
      curve(
        [
          v.at(x - w, y, z),
          v.at(x - w * 0.9, y + 0.3, z),
          v.at(x, y + 0.36, z),
          v.at(x + w * 0.9, y + 0.3, z),
          v.at(x + w, y, z),
          v.at(x, y - 0.05, z),
        ],
        true,
      ),
    );
  for (const x of [-0.46, 0.46]) pillow(x, 0.72, far - 0.1, 0.4, 0.06);
  pillow(0, 0.74, far - 0.4, 0.34, 0);
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
  const scallops = range(8, 0).flatMap((i) => {
    const x = half - (i * half) / 4;
    const n = x - half / 4;
    return [['C', v.at(x - 0.04, 0.08, near), v.at(n + 0.04, 0.08, near), v.at(n, 0.2, near)]];
  });
  s.path({ fill: skirt }, [
    ['M', v.at(-half, 0.74, near)],
    ['C', v.at(-0.5, 0.82, near), v.at(0.5, 0.82, near), v.at(half, 0.74, near)],
    ['L', v.at(half, 0.2, near)],
    ...scallops,
    ['Z'],
  ]);
  s.path({ fill: 'none', stroke: m.gold(0.3), 'stroke-width': 3 }, [
    ['M', v.at(half, 0.24, near)],
    ...scallops.map(([c, ...p]) => [c, ...p.map(([x, y]) => [x, y - 8])]),
  ]);
  for (const x of range(7, -0.735, 0.245)) s.stroke(m.cloth(0.62), 1.5, [v.at(x, 0.72, near), v.at(x, 0.26, near)]);
  for (const x of [-half + 0.02, half - 0.08]) s.fill(m.gold(0.5), rect(v.back(near), [x, 0, x + 0.07, 0.16]));
}

/** The right-hand bed curtain, gathered at the wall and swept outward. */
function drape({ s, v, m }: Stage, near: number) {
  const z = (near + END) / 2 + 0.3;
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
    s.path(
      { fill: 'none', stroke: m.cloth(0.78), 'stroke-width': 3 },
      trace(
        P,
        `
    M ${0.1 + k * 0.4} 3.66 C ${0.4 + k * 0.3} 3.15, ${0.9 + k * 0.36} 2.6, ${1.14 + k * 0.22} 1.7
    C ${1 + k * 0.44} 1.2, ${1.02 + k * 0.46} 0.5, ${0.98 + k * 0.52} 0.05`,
      ),
    );
  s.path({ fill: 'none', stroke: m.gold(0.32), 'stroke-width': 8 }, trace(P, 'M 1.12 1.74 C 1.2 1.6, 1.3 1.6, 1.39 1.72'));
  s.fill(m.gold(0.4), [P(1.24, 1.64), P(1.2, 1.36), P(1.3, 1.36)]);
}

function crown({ s, v, m }: Stage) {
  const z = END - 0.7;
  const P = (x: number, y: number) => v.at(x, y, z);
  s.path({ fill: m.cloth(0.6) }, trace(P, 'M -0.5 3.62 C -0.44 4.0, -0.14 4, 0 4.2 C 0.14 4, 0.44 4.0, 0.5 3.62 Z'));
  for (const x of [-0.2, 0, 0.2])
    s.path(
      { fill: 'none', stroke: m.cloth(0.78), 'stroke-width': 2 },
      trace(P, `M ${x * 1.7} 3.64 C ${x * 1.4} 3.95, ${x * 0.3} 3.95, 0 4.18`),
    );
  s.path({ fill: m.gold(0.3) }, [
    ...trace(P, 'M -0.56 3.7 L -0.56 3.54'),
    ...range(6).map((i) => {
      const x = -0.56 + (i * 1.12) / 6;
      return ['C', P(x + 0.02, 3.42), P(x + 0.16, 3.42), P(x + 1.12 / 6, 3.54)];
    }),
    ...trace(P, 'L 0.56 3.7 C 0.3 3.63, -0.3 3.63, -0.56 3.7 Z'),
  ]);
  s.path({ fill: m.gold(0.42) }, disc(v.back(z), [0, 4.24], 0.07));
}

function dressingTable(stage: Stage) {
  const { s, v, m } = stage;
  const [x0, x1, z0, z1] = [1.5, 2.28, 4.5, 5.0];
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.3, filter: s.blur(9) }, polygon(rect(v.level(0), [x0, z0 - 0.1, x1 + 0.1, z1])));
  for (const x of [x0 + 0.05, x1 - 0.05])
    s.path(
      { fill: 'none', stroke: m.wood(0.56), 'stroke-width': 11 },
      trace(v.back(z0), `M ${x} 0.66 C ${x - 0.08} 0.4, ${x + 0.08} 0.3, ${x} 0`),
    );
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
      moved(
        turned(
          (
            [
              [0.05, 0],
              [0.06, h * 0.4],
              [0.02, h * 0.7],
              [0.02, h],
              [0.03, h],
            ] as const
          ).map(([a, b]) => [a * k, b * k]),
        ),
        [x, y],
      ),
    );
  }
  stool(stage, 1.3, 3.95);
}

function stool({ s, v, m }: Stage, x: number, z: number) {
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.3, filter: s.blur(6) }, disc(v.level(0), [x, z], 0.36, 0.26));
  for (const dx of [-0.22, 0.22])
    s.path(
      { fill: 'none', stroke: m.wood(0.6), 'stroke-width': 10 },
      trace(v.back(z - 0.1), `M ${x + dx} 0.4 C ${x + dx * 1.3} 0.25, ${x + dx * 0.7} 0.12, ${x + dx * 1.1} 0`),
    );
  s.path({ fill: m.cloth(0.6) }, [
    ['M', v.at(x - 0.3, 0.5, z)],
    ['L', v.at(x - 0.3, 0.38, z)],
    ['C', v.at(x - 0.2, 0.3, z - 0.2), v.at(x + 0.2, 0.3, z - 0.2), v.at(x + 0.3, 0.38, z)],
    ['L', v.at(x + 0.3, 0.5, z)],
    ['Z'],
  ]);
  s.path({ fill: m.cloth(0.34) }, disc(v.level(0.5), [x, z], 0.3, 0.24));
}

const SUN = [0.62, -1, -0.5];
const PANES = (
  [
    [5.25, 5.7],
    [5.75, 6.2],
  ] as const
).map(([a, b]) => [
  [-HALF, 0.4, a],
  [-HALF, 0.4, b],
  [-HALF, 3.2, b],
  [-HALF, 3.2, a],
]);

/** Patches of sun on the floor, under everything that stands on it. */
function sunOnFloor({ s, v, m }: Stage) {
  for (const pane of PANES)
    s.path({ fill: m.glow(0), 'fill-opacity': m.dark ? 0.16 : 0.5, filter: s.blur(3) }, polygon(landing(v, pane, SUN)));
}

function sunlight({ s, v, m }: Stage) {
  for (const pane of PANES)
    shaft(s, { colour: m.glow(0), opening: pane.map((c) => v.at(...c)), patch: landing(v, pane, SUN), strength: m.dark ? 0.12 : 0.3 });
}

export const ladysBedroom: SceneDrawing = (m, { prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 780, cx: AXIS, horizon: 1000, eye: 1.6 });
  const stage = { s, v, m };
  boudoir(stage);
  parquet(stage);
  windowWall(stage);
  sunOnFloor(stage);
  bed(stage);
  dressingTable(stage);
  halo(s, { colour: m.glow(0.4), at: [AXIS, 400], r: 210, strength: 0.5 });
  const lights = s.symbol(() =>
    chandelier(s, { metal: m.gold(0.5), lit: m.stone(0.04), flame: m.glow(0), reach: 96, arms: 2, drop: 100, chain: 222 }),
  );
  s.use(lights, [AXIS, 424], 1.15);
  sunlight(stage);
  air(s, { colour: m.dark ? m.stone(0.95) : m.glow(0.1), at: [390, 850], r: 380, strength: 0.34 });
  vignette(s, m.ink(0.95), 0.3);
  return s.toString();
};
