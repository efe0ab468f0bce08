import { range, rect, box, arch, disc, turned, seeded } from '../paper/shapes.ts';
import { polygon, curve, trace, moved, points } from '../paper/svg-path.ts';
import { Sheet } from '../paper/sheet.ts';
import { View } from '../paper/view.ts';
import { type Stage, type SceneDrawing } from '../paper/stage.ts';
import { Room, panels } from '../parts/room.ts';
import { air, vignette, halo, shaft, landing } from '../parts/light.ts';

// A writer's desk before a garden window, shelves on both sides, a lamp, papers, ink and quill.

const END = 5;
const DESK = { half: 1.04, near: 2.65, far: 3.5, high: 0.78 };

function study({ s, v, m }: Stage) {
  const room = new Room(v, { left: -2.35, right: 2.35, top: 4.5, far: END, near: 1.4 });
  room.shell(s, {
    back: m.stone(0.16),
    left: m.stone(0.4),
    right: m.stone(0.34),
    ceiling: s.linear([0, 0], [0, 360], { 0: m.stone(0.46), 1: m.stone(0.24) }),
    floor: s.linear([0, 1160], [0, 1688], { 0: m.wood(0.3), 1: m.wood(0.58) }),
  });
  for (const x of range(25, -2.4, 0.2)) s.stroke(m.wood(0.66), 1.2, [v.at(x, 0, END), v.at(x, 0, 1.5)]);
  for (const z of [4.6, 3.7, 2.9]) {
    s.fill(m.wood(0.74), rect(v.level(4.28), [-2.35, z, 2.35, z + 0.24]));
    s.fill(m.wood(0.5), rect(v.back(z), [-2.35, 4.28, 2.35, 4.5]));
  }
  for (const [a, b, t] of [
    [4.1, 4.16, 0.36],
    [4.16, 4.36, 0.1],
    [4.36, 4.5, 0.26],
  ] as const)
    s.fill(m.stone(t), rect(v.back(END), [-2.35, a, 2.35, b]));
  const carpet = v.level(0);
  s.fill(m.cloth(0.6), rect(carpet, [-1.5, 1.5, 1.5, 3.9]));
  s.stroke(
    m.gold(0.36),
    7,
    (
      [
        [-1.38, 1.5],
        [-1.38, 3.75],
        [1.38, 3.75],
        [1.38, 1.5],
      ] as const
    ).map((p) => carpet(...p)),
  );
  s.stroke(
    m.cloth(0.36),
    3,
    (
      [
        [-1.22, 1.5],
        [-1.22, 3.56],
        [1.22, 3.56],
        [1.22, 1.5],
      ] as const
    ).map((p) => carpet(...p)),
  );
}

function gardenWindow({ s, v, m }: Stage) {
  const plane = v.back(END);
  s.path({ fill: m.stone(0.04) }, arch(plane, [-1.18, 1.18], [0.8, 2.75, 1.16]));
  s.path({ fill: m.stone(0.36) }, arch(plane, [-1.04, 1.04], [0.9, 2.75, 1.04]));
  s.path(
    { fill: s.linear(plane(0, 3.8), plane(0, 0.9), { 0: m.glow(0.5), 0.45: m.glow(0), 1: m.glow(0.4) }) },
    arch(plane, [-0.99, 0.99], [0.94, 2.75, 0.99]),
  );
  const hills = (t: number, list: number) =>
    s.path({ fill: m.stone(t) }, [...curve(list.map(([x, y]) => plane(x, y))), ['L', plane(0.99, 0.94)], ['L', plane(-0.99, 0.94)], ['Z']]);
  hills(0.1, [
    [-0.99, 1.7],
    [-0.5, 1.82],
    [0, 1.62],
    [0.5, 1.72],
    [0.99, 1.88],
  ]);
  hills(0.17, [
    [-0.99, 1.42],
    [-0.4, 1.34],
    [0.2, 1.4],
    [0.99, 1.24],
  ]);
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

/** Built-in shelves on the right of the window. */
function bookcase({ s, v, m }: Stage, random: () => number) {
  const plane = v.back(END);
  const [a, b] = [1.3, 2.35];
  s.fill(m.wood(0.5), rect(plane, [a, 0, b, 4.1]));
  s.fill(m.wood(0.84), rect(plane, [a + 0.07, 0.95, b, 3.95]));
  const shelves = range(6, 0.95, 0.5);
  const binding = [m.cloth(0.5), m.wood(0.4), m.stone(0.26), m.cloth(0.76), m.gold(0.46)];
  const spines = binding.map(() => []);
  for (const y of shelves)
    for (let x = a + 0.1; x < b - 0.06; ) {
      const w = 0.045 + random() * 0.035;
      if (random() > 0.1) spines[Math.floor(random() * 5)].push([x, y + 0.02, x + w, y + 0.26 + random() * 0.14]);
      x += w + 0.006;
    }
  spines.forEach((list, i) => {
    for (const r of list) s.fill(binding[i], rect(plane, r));
  });
  for (const y of shelves) s.fill(m.wood(0.34), rect(plane, [a + 0.07, y - 0.03, b, y + 0.02]));
  s.fill(m.wood(0.3), rect(plane, [a, 0.86, b, 0.94]));
  panels(
    s,
    plane,
    [
      [a + 0.1, 0.16, a + 0.62, 0.78],
      [a + 0.7, 0.16, b, 0.78],
    ],
    { dark: m.wood(0.7), light: m.wood(0.3) },
  );
}

/** A curtain on the right of the window, tied at the sill. */
function curtain({ s, v, m }: Stage) {
  const P = (x: number, y: number) => v.at(x, y, END - 0.15);
  s.path(
    { fill: s.linear(P(0.8, 0), P(1.34, 0), { 0: m.cloth(0.38), 1: m.cloth(0.6) }) },
    trace(P, 'M 0.72 4 C 0.84 3, 0.98 2.2, 1.12 1.5 C 1.06 1, 1.06 0.5, 1.04 0.05 L 1.38 0.05 L 1.38 4 Z'),
  );
  for (const k of [0.25, 0.5, 0.75])
    s.path(
      { fill: 'none', stroke: m.cloth(0.72) },
      trace(
        P,
        `
    M ${0.72 + k * 0.66} 4 C ${0.84 + k * 0.54} 3, ${0.98 + k * 0.4} 2.2, ${1.12 + k * 0.26} 1.5
    C ${1.06 + k * 0.3} 1, ${1.06 + k * 0.32} 0.5, ${1.04 + k * 0.34} 0.05`,
      ),
    );
  s.path({ fill: 'none', stroke: m.gold(0.34), 'stroke-width': 7 }, trace(P, 'M 1.1 1.54 L 1.38 1.46'));
}

function rod({ s, v, m }: Stage) {
  s.stroke(m.gold(0.5), 7, [v.at(-1.5, 4.03, END - 0.2), v.at(1.5, 4.03, END - 0.2)]);
  for (const x of [-1.54, 1.54]) s.path({ fill: m.gold(0.44) }, disc(v.back(END - 0.2), [x, 4.03], 0.06));
}

function desk(stage: Stage) {
  const { s, v, m } = stage;
  const { half, near, far, high } = DESK;
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.34, filter: s.blur(16) }, polygon(rect(v.level(0), [-half, near - 0.2, half + 0.06, far])));
  for (const side of [-1, 1]) {
    const [a, b] = side < 0 ? [-half + 0.06, -0.5] : [0.5, half - 0.06];
    box(stage, { x: [a, b], y: [0.08, high - 0.16], z: [near + 0.06, far - 0.06] }, { front: m.wood(0.66), side: m.wood(0.84) });
    for (const y of [0.12, 0.29, 0.46]) {
      panels(s, v.back(near + 0.06), [[a + 0.04, y, b - 0.04, y + 0.14]], { dark: m.wood(0.86), light: m.wood(0.46) });
      s.path({ fill: m.gold(0.34) }, disc(v.back(near + 0.05), [(a + b) / 2, y + 0.07], 0.024));
    }
    s.fill(m.wood(0.8), rect(v.back(near + 0.03), [a - 0.02, 0, b + 0.02, 0.08]));
  }
  s.fill(m.wood(0.72), rect(v.back(near + 0.05), [-half + 0.04, high - 0.17, half - 0.04, high - 0.05]));
  s.stroke(m.gold(0.4), 2, [v.at(-0.46, high - 0.15, near), v.at(0.46, high - 0.15, near)]);
  box(
    stage,
    { x: [-half, half], y: [high - 0.05, high], z: [near, far] },
    { front: m.wood(0.54), top: s.linear(v.at(0, high, far), v.at(0, high, near), { 0: m.wood(0.12), 1: m.wood(0.46) }) },
  );
  s.fill(m.cloth(0.62), rect(v.level(high), [-0.72, near + 0.1, 0.72, far - 0.16]));
  s.stroke(m.gold(0.36), 2, [...rect(v.level(high), [-0.69, near + 0.13, 0.69, far - 0.19]), v.at(-0.69, high, near + 0.13)]);
}

function papers({ s, v, m }: Stage) {
  const y = DESK.high + 0.005;
  const page = (x: number, z: number, w: number, d: number, turn: number, t: number) => {
    const corner = (a: number, b: number) =>
      v.at(x + a * Math.cos(turn) - b * Math.sin(turn), y, z + a * Math.sin(turn) + b * Math.cos(turn));
    s.fill(m.stone(t), [corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)]);
    for (const k of range(5, -0.6, 0.28))
      s.stroke(m.stone(0.38), 1.5, [corner(-w * 0.75, d * k), corner(w * (k > 0.4 ? 0.2 : 0.75), d * k)]);
  };
  page(0.2, 3.08, 0.15, 0.2, -0.3, 0.14);
  page(-0.24, 3.05, 0.15, 0.2, 0.22, 0.08);
  page(0, 2.96, 0.16, 0.22, -0.06, 0);
}

function lamp({ s, v, m }: Stage) {
  const [x, y] = v.at(-0.8, DESK.high, 3.2);
  halo(s, { colour: m.glow(0.5), at: [x, y - 110], r: 190, strength: 0.75 });
  s.path({ fill: m.gold(0.5) }, moved(turned(points('36 0, 36 5, 14 12, 6 18, 6 40, 11 46, 6 54, 5 110')), [x, y]));
  s.path({ fill: s.linear([x - 60, 0], [x + 60, 0], { 0: m.cloth(0.4), 0.5: m.cloth(0.26), 1: m.cloth(0.6) }) }, [
    ['M', [x - 62, y - 92]],
    ['C', [x - 60, y - 130], [x - 34, y - 152], [x, y - 152]],
    ['C', [x + 34, y - 152], [x + 60, y - 130], [x + 62, y - 92]],
    ['C', [x + 30, y - 84], [x - 30, y - 84], [x - 62, y - 92]],
    ['Z'],
  ]);
  s.path({ fill: m.glow(0) }, [
    ['M', [x - 62, y - 92]],
    ['C', [x - 30, y - 84], [x + 30, y - 84], [x + 62, y - 92]],
    ['C', [x + 30, y - 98], [x - 30, y - 98], [x - 62, y - 92]],
    ['Z'],
  ]);
  s.path(
    { fill: m.gold(0.42) },
    disc((a, b) => [x + a, y - 157 + b], [0, 0], 7),
  );
}

function inkAndQuill({ s, v, m }: Stage) {
  const [x, y] = v.at(0.6, DESK.high, 3.0);
  s.path(
    { fill: m.gold(0.5) },
    disc((a, b) => [x + a, y + b], [0, 0], 46, 11),
  );
  s.path({ fill: m.ink(0.86) }, moved(turned(points('24 0, 26 14, 20 28, 10 33, 10 40, 13 44')), [x, y]));
  s.stroke(m.stone(0.3), 2, [
    [x - 17, y - 8],
    [x - 15, y - 22],
  ]);
  s.path({ fill: m.stone(0.03) }, [
    ['M', [x + 2, y - 44]],
    ['C', [x + 8, y - 100], [x + 20, y - 160], [x + 70, y - 206]],
    ['C', [x + 78, y - 160], [x + 62, y - 110], [x + 12, y - 74]],
    ['Z'],
  ]);
  s.path({ fill: 'none', stroke: m.stone(0.36) }, [
    ['M', [x, y - 40]],
    ['C', [x + 14, y - 110], [x + 38, y - 160], [x + 70, y - 206]],
  ]);
  for (const k of [0.3, 0.5, 0.7])
    s.stroke(m.stone(0.26), 1.2, [
      [x + 6 + 50 * k, y - 60 - 130 * k],
      [x + 22 + 44 * k, y - 72 - 100 * k],
    ]);
}

function bookStack(stage: Stage) {
  const { s, v, m } = stage;
  let y = DESK.high;
  for (const [x, w, h, cover, t] of [
    [0.84, 0.15, 0.06, m.cloth, 0.66],
    [0.85, 0.13, 0.045, m.wood, 0.5],
    [0.83, 0.14, 0.05, m.stone, 0.4],
  ] as const) {
    box(stage, { x: [x - w, x + w], y: [y, y + h], z: [3.2, 3.44] }, { front: cover(t), left: cover(t + 0.12), top: cover(t - 0.24) });
    s.stroke(m.gold(0.26), 2, [v.at(x - w * 0.6, y + 0.01, 3.2), v.at(x - w * 0.6, y + h - 0.01, 3.2)]);
    y += h;
  }
}

function chair(stage: Stage) {
  const { s, v, m } = stage;
  const P = (x: number, y: number, z = 2.06) => v.at(x + 0.05, y, z);
  s.path({ fill: m.ink(0.95), 'fill-opacity': 0.34, filter: s.blur(16) }, disc(v.level(0), [0.05, 2.26], 0.28, 0.2));
  for (const [x, z] of [
    [-0.2, 2.5],
    [0.2, 2.5],
  ] as const)
    s.stroke(m.wood(0.9), 13, [P(x, 0.46, z), P(x * 1.08, 0, z)]);
  box(stage, { x: [-0.2, 0.3], y: [0.42, 0.5], z: [2.1, 2.54] }, { front: m.cloth(0.8), side: m.cloth(0.7), top: m.cloth(0.5) });
  s.path(
    { fill: m.wood(0.76) },
    trace(
      P,
      `
    M -0.27 0 L -0.22 0 L -0.2 0.5 L 0.2 0.5 L 0.22 0 L 0.27 0 C 0.24 0.4, 0.24 0.6, 0.27 0.98
    C 0.14 1.06, -0.14 1.06, -0.27 0.98 C -0.24 0.6, -0.24 0.4, -0.27 0 Z`,
    ),
  );
  s.path(
    { fill: s.linear(P(-0.2, 1), P(0.2, 0.5), { 0: m.cloth(0.46), 1: m.cloth(0.74) }) },
    trace(
      P,
      `
    M -0.2 0.56 L 0.2 0.56 C 0.195 0.7, 0.2 0.8, 0.22 0.94 C 0.1 0.99, -0.1 0.99, -0.22 0.94
    C -0.2 0.8, -0.195 0.7, -0.2 0.56 Z`,
    ),
  );
  for (const x of [-0.1, 0, 0.1]) for (const y of [0.68, 0.84]) s.path({ fill: m.gold(0.4) }, disc(v.back(2.06), [0.05 + x, y], 0.009));
}

export const writersDesk: SceneDrawing = (m, { seed, prefix }) => {
  const s = new Sheet(prefix);
  const v = new View({ focal: 900, horizon: 900, eye: 1.5 });
  const stage = { s, v, m };
  const random = seeded(seed + 3);
  study(stage);
  gardenWindow(stage);
  s.halves(() => bookcase(stage, random));
  s.halves(() => curtain(stage));
  rod(stage);
  desk(stage);
  papers(stage);
  bookStack(stage);
  lamp(stage);
  const opening = [
    [-0.95, 1, END],
    [0.95, 1, END],
    [0.95, 3.4, END],
    [-0.95, 3.4, END],
  ] as const;
  shaft(s, {
    colour: m.glow(0),
    opening: opening.map((c) => v.at(...c)),
    patch: landing(v, opening, [-0.1, -1, -0.86], DESK.high),
    strength: m.dark ? 0.12 : 0.36,
  });
  inkAndQuill(stage);
  chair(stage);
  air(s, { colour: m.dark ? m.stone(0.95) : m.glow(0.1), at: [390, 790], r: 360, strength: 0.3 });
  vignette(s, m.ink(0.95), 0.32);
  return s.toString();
};
