/** How a version, or a set of versions, fared: visits that tried it, and those of them for which it failed. */
export interface Counts {
  loads: number;
  failures: number;
}

export const noCounts: Counts = { loads: 0, failures: 0 };

export function plus(one: Counts, other: Counts): Counts {
  return { loads: one.loads + other.loads, failures: one.failures + other.failures };
}
