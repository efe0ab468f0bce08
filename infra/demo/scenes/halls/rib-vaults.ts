import { archLine, range } from '../paper/shapes.ts';
import type { Stage } from '../paper/stage.ts';
import { type Command, trace } from '../paper/svg-path.ts';
import type { View } from '../paper/view.ts';
import type { Corner } from '../parts/light.ts';

// Ribbed vaults over a nave: in every bay four webs between two crossing ribs.

/** Half the width of the nave, the distance of its end, the length of a bay; metres. */
export const NAVE = 2.5;
export const END = 19.9;
export const BAY = 3.1;
/** Where the vaults begin, how far they rise, and how far their arch on the side wall does. */
export const SPRING = 9.4;
export const RISE = 3;
export const LUNETTE = 2.3;
/** Where each bay begins, near to far. */
export const BAYS = range(5, 4.4, BAY);
/** The air between us and things: near ones are darker. */
export const haze = (z: number) => (1 - (z - 4) / (END - 4)) * 0.34;

/** A handle of a quarter ellipse. */
const ARC = 0.5523;

const transverse = (v: View, z: number, [from, to]: readonly [number, number]) =>
  archLine(v.back(z), [from, to], [SPRING, SPRING, RISE], 'pointed');

/** Half a diagonal rib, from its foot up to the crossing; the rest of a path that stands at the foot. */
function climb(v: View, foot: Corner, mid: number): Command {
  const [x, y, z] = foot;
  return ['C', v.at(x, y + RISE * ARC, z), v.at(x * (1 - ARC), y + RISE, z + (mid - z) * ARC), v.at(0, y + RISE, mid)];
}

/** The same half the other way, from the crossing down. */
function descend(v: View, foot: Corner, mid: number): Command {
  const [x, y, z] = foot;
  return ['C', v.at(x * (1 - ARC), y + RISE, z + (mid - z) * ARC), v.at(x, y + RISE * ARC, z), v.at(...foot)];
}

/** The web over a side wall, between the two diagonals and the wall's own arch. */
function sideWeb(v: View, side: number, [z, far]: readonly [number, number]): Command[] {
  const mid = (z + far) / 2;
  const wall = v.side(side * NAVE);
  const top = SPRING + LUNETTE;
  const [near, end]: [Corner, Corner] = [
    [side * NAVE, SPRING, z],
    [side * NAVE, SPRING, far],
  ];
  const wallArch = trace(
    wall,
    `C ${far} ${SPRING + LUNETTE * 0.5}, ${mid + 0.78} ${top - 0.3}, ${mid} ${top} C ${mid - 0.78} ${top - 0.3}, ${z} ${SPRING + LUNETTE * 0.5}, ${z} ${SPRING}`,
  );
  return [['M', v.at(...near)], climb(v, near, mid), descend(v, end, mid), ...wallArch, ['Z']];
}

function vaultBay({ s, v, m }: Stage, z: number) {
  const far = Math.min(END, z + BAY);
  const mid = (z + far) / 2;
  const t = haze(z);
  const between = [
    ...transverse(v, z, [-NAVE, NAVE]),
    ['L', v.at(NAVE, SPRING, far)] as const,
    ...transverse(v, far, [NAVE, -NAVE]).slice(1),
  ];
  s.path({ fill: m.stone(0.22 + t) }, between);
  s.path({ fill: m.stone(0.08 + t) }, sideWeb(v, -1, [z, far]));
  s.path({ fill: m.stone(0.34 + t) }, sideWeb(v, 1, [z, far]));
  for (const side of [-1, 1]) {
    const [foot, end]: [Corner, Corner] = [
      [side * NAVE, SPRING, z],
      [-side * NAVE, SPRING, far],
    ];
    s.outline(m.stone(0.04 + t * 0.5), Math.max(1.2, 24 / z), [['M', v.at(...foot)], climb(v, foot, mid), descend(v, end, mid)]);
  }
  s.outline(m.stone(0.02 + t * 0.5), Math.max(1.6, 44 / z), transverse(v, z, [-NAVE, NAVE]));
}

export function ribVaults(stage: Stage) {
  for (const z of BAYS.toReversed()) vaultBay(stage, z);
}
