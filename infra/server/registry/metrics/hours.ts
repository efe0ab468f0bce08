import { type Counts, noCounts, plus } from './counts.ts';

export const hoursKept = 12;
const hourMs = 60 * 60_000;
const hourOf = (atMs: number) => Math.floor(atMs / hourMs);

/** Counts of the last twelve hours, the one that runs and the eleven before it, in hours of the clock in UTC. */
export interface Hours {
  /** Counts in the hour of `atMs`; what is older than the hours kept is dropped. */
  add(counts: Counts, atMs: number): void;
  /** Twelve, oldest first. */
  read(nowMs: number): Counts[];
  sum(nowMs: number): Counts;
}

export function createHours(): Hours {
  // Loads and failures by turns, the hours in a ring.
  const cells = new Uint32Array(2 * hoursKept);
  let newest = Number.NEGATIVE_INFINITY;
  const cellOf = (hour: number) => 2 * (hour % hoursKept);

  /** Empties the places of the hours since the newest one. A clock that goes back changes nothing. */
  function moveTo(hour: number): void {
    for (let next = Math.max(newest + 1, hour - hoursKept + 1); next <= hour; next++) cells.fill(0, cellOf(next), cellOf(next) + 2);
    newest = Math.max(newest, hour);
  }

  const countsOf = (hour: number): Counts => ({ loads: cells[cellOf(hour)] ?? 0, failures: cells[cellOf(hour) + 1] ?? 0 });

  function read(nowMs: number): Counts[] {
    moveTo(hourOf(nowMs));
    return Array.from({ length: hoursKept }, (_, index) => countsOf(newest - hoursKept + 1 + index));
  }

  return {
    add({ loads, failures }, atMs) {
      const hour = hourOf(atMs);
      moveTo(hour);
      if (hour <= newest - hoursKept) return;
      const before = countsOf(hour);
      cells.set([before.loads + loads, before.failures + failures], cellOf(hour));
    },
    read,
    sum: (nowMs) => read(nowMs).reduce(plus, noCounts),
  };
}
