import type { Health, MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { mostEntries } from '../../http/most-entries.ts';
import { type AddedCounts, type Counts, noCounts, plus } from './counts.ts';

export const hoursCounted = 12;
const hourMs = 60 * 60_000;
const hourOf = (atMs: number) => Math.floor(atMs / hourMs);

/** Counts of the last twelve hours, the one that runs and the eleven before it, in hours of the clock in UTC. */
type Hours = ReturnType<typeof createHours>;

export function createHours() {
  // Loads and failures by turns, the hours in a ring.
  const cells = new Uint32Array(2 * hoursCounted);
  let newest = Number.NEGATIVE_INFINITY;
  const cellOf = (hour: number) => 2 * (hour % hoursCounted);

  /** Empties the places of the hours since the newest one. A clock that goes back changes nothing. */
  function moveTo(hour: number): void {
    for (let next = Math.max(newest + 1, hour - hoursCounted + 1); next <= hour; next++) cells.fill(0, cellOf(next), cellOf(next) + 2);
    newest = Math.max(newest, hour);
  }

  const countsOf = (hour: number): Counts => ({ loads: cells[cellOf(hour)] ?? 0, failures: cells[cellOf(hour) + 1] ?? 0 });

  function read(nowMs: number): Counts[] {
    moveTo(hourOf(nowMs));
    return Array.from({ length: hoursCounted }, (_, index) => countsOf(newest - hoursCounted + 1 + index));
  }

  return {
    /** Counts in the hour of `atMs`; what is older than these hours is dropped. */
    add({ loads, failures }: Counts, atMs: number) {
      const hour = hourOf(atMs);
      moveTo(hour);
      if (hour <= newest - hoursCounted) return;
      const before = countsOf(hour);
      cells.set([before.loads + loads, before.failures + failures], cellOf(hour));
    },
    /** Twelve, oldest first. */
    read,
    sum: (nowMs: number) => read(nowMs).reduce(plus, noCounts),
  };
}

export const mostMuseums = 10_000;
/** Of all museums together, each remote's versions apart. */
const mostVersions = 50_000;

export interface MuseumVersion {
  museumId: MuseumKey;
  remote: string;
  version: string;
}

/** How the versions of remotes fare at museums, in hours. The least recently reported is dropped first. */
export type ReleaseCounts = ReturnType<typeof createReleaseCounts>;

export function createReleaseCounts(clock: Clock) {
  const museums = new LRUCache<MuseumKey, Hours>(mostEntries(mostMuseums));
  const versions = new LRUCache<string, Hours>(mostEntries(mostVersions));
  return {
    add(museumVersion: MuseumVersion, added: AddedCounts) {
      for (const hours of [hoursFor(museums, museumVersion.museumId), hoursFor(versions, keyOf(museumVersion))])
        hours.add(added, added.loadedAt);
    },
    /** Of the last twelve hours. */
    of: (museumVersion: MuseumVersion) => versions.get(keyOf(museumVersion))?.sum(clock.now()) ?? noCounts,
    /** Over all remotes and versions. */
    healthOf(museumId: MuseumKey): Health {
      const hours = museums.peek(museumId)?.read(clock.now()) ?? Array.from({ length: hoursCounted }, () => noCounts);
      return { ...hours.reduce(plus, noCounts), hours };
    },
  };
}

export function keyOf({ museumId, remote, version }: MuseumVersion): string {
  return `${museumId}/${remote}/${version}`;
}

function hoursFor(all: LRUCache<string, Hours>, key: string): Hours {
  const hours = all.get(key) ?? createHours();
  all.set(key, hours);
  return hours;
}
