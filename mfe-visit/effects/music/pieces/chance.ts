/** Numbers that look like chance and are the same every time for the same seed and place. */
export interface Chance {
  /** 0 up to 1. */
  next(): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item;
  /** A loudness that differs a little from touch to touch. */
  touch(loudness: number): number;
}

/** mulberry32, seeded by all numbers together; public domain. */
export function createChance(...seeds: readonly number[]): Chance {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ (seed + 0x9e3779b9), 0x85ebca6b) ^ (mixed >>> 13), 0x27d4eb2f);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // The first numbers of neighbouring seeds are alike.
  next();
  next();
  return {
    next,
    happens: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new RangeError('Nothing to pick from.');
      return items[Math.floor(next() * items.length)] as (typeof items)[number];
    },
    touch: (loudness) => loudness * (0.8 + 0.2 * next()),
  };
}

/** Four bars belong together: the harmony of one of them. */
export function pickChord(seed: number, bar: number, progressions: readonly (readonly number[])[]): number {
  const progression = createChance(seed, Math.floor(bar / 4), 1).pick(progressions);
  return progression[bar % 4] ?? 0;
}
