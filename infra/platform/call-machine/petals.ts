/** One petal of the rosette, in parts of the picture's half width around its middle. */
export interface Petal {
  x: number;
  y: number;
  radius: number;
  /** 0 to 1. */
  opacity: number;
}

const petalCount = 8;
/** One breath of the resting rosette, in ms. */
const breathMs = 4_000;

/** The rosette at a moment: it breathes at rest and opens with the voice. `level` 0 to 1, as meters read it. */
export function petalsAt(atMs: number, level: number): Petal[] {
  const breath = 0.5 + 0.5 * Math.sin((2 * Math.PI * atMs) / breathMs);
  const openness = Math.min(1, 0.15 * breath + 4 * level);
  const turn = (atMs / breathMs) * (Math.PI / petalCount);
  return Array.from({ length: petalCount }, (_, at) => {
    const angle = turn + (2 * Math.PI * at) / petalCount;
    const distance = 0.28 + 0.22 * openness;
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle), radius: 0.24 + 0.1 * openness, opacity: 0.3 + 0.3 * openness };
  });
}
