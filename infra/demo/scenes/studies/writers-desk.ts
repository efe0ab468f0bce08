import { type Box2, box, disc, range, rect, seeded } from '../paper/shapes.ts';
import { Sheet } from '../paper/sheet.ts';
import type { SceneDrawing, Stage } from '../paper/stage.ts';
import { points, polygon, trace } from '../paper/svg-path.ts';
import { View } from '../paper/view.ts';
import { air, beam, type Corner, vignette } from '../parts/light.ts';
import { panels, Room } from '../parts/room.ts';
import { bookStack, DESK, inkAndQuill, lamp, papers } from './desk-things.ts';
import { curtain, END, gardenWindow, rod } from './garden-window.ts';

// A writer's desk before a garden window, shelves on both sides, a lamp, papers, ink and quill.

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
  s.stroke(m.gold(0.36), 7, points('-1.38 1.5, -1.38 3.75, 1.38 3.75, 1.38 1.5', carpet));
  s.stroke(m.cloth(0.36), 3, points('-1.22 1.5, -1.22 3.56, 1.22 3.56, 1.22 1.5', carpet));
}

/** Built-in shelves on the right of the window. */
function bookcase({ s, v, m }: Stage, random: () => number) {
  const plane = v.back(END);
  const [a, b] = [1.3, 2.35];
  s.fill(m.wood(0.5), rect(plane, [a, 0, b, 4.1]));
  s.fill(m.wood(0.84), rect(plane, [a + 0.07, 0.95, b, 3.95]));
  const shelves = range(6, 0.95, 0.5);
  const binding = [m.cloth(0.5), m.wood(0.4), m.stone(0.26), m.cloth(0.76), m.gold(0.46)];
  const spines: Box2[][] = binding.map(() => []);
  for (const y of shelves) {
    let x = a + 0.1;
    while (x < b - 0.06) {
      const w = 0.045 + random() * 0.035;
      if (random() > 0.1) spines[Math.floor(random() * 5)]?.push([x, y + 0.02, x + w, y + 0.26 + random() * 0.14]);
      x += w + 0.006;
    }
  }
  binding.forEach((colour, kind) => {
    for (const back of spines[kind] ?? []) s.fill(colour, rect(plane, back));
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
  const opening: Corner[] = [
    [-0.95, 1, END],
    [0.95, 1, END],
    [0.95, 3.4, END],
    [-0.95, 3.4, END],
  ];
  beam(stage, opening, { fall: [-0.1, -1, -0.86], strength: m.dark ? 0.12 : 0.36, floor: DESK.high });
  inkAndQuill(stage);
  chair(stage);
  air(stage, { at: [390, 790], r: 360, strength: 0.3 });
  vignette(stage, 0.32);
  return s.toString();
};
