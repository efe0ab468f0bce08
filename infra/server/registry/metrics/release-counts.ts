import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import type { MuseumKey } from '../state/record.ts';
import { type Counts, noCounts, plus } from './counts.ts';
import { createHours, type Hours, hoursKept } from './hours.ts';
import type { Added } from './visit-counts.ts';

export const mostMuseums = 10_000;
/** Of all museums together, each remote's versions apart. */
const mostVersions = 50_000;

/** The last twelve hours of a museum. */
export interface Health extends Counts {
  /** Twelve, oldest first; the last one is the hour that runs. */
  hours: Counts[];
}

export interface Place {
  museumId: MuseumKey;
  remote: string;
  version: string;
}

/** How the versions of remotes fare at museums, in hours. What was not heard of for longest is forgotten first. */
export interface ReleaseCounts {
  add(place: Place, added: Added): void;
  /** Of the last twelve hours. */
  of(place: Place): Counts;
  /** Over all remotes and versions. */
  healthOf(museumId: MuseumKey): Health;
}

export function createReleaseCounts(clock: Clock): ReleaseCounts {
  const museums = new LRUCache<MuseumKey, Hours>({ max: mostMuseums });
  const versions = new LRUCache<string, Hours>({ max: mostVersions });
  return {
    add(place, added) {
      for (const hours of [kept(museums, place.museumId), kept(versions, nameOf(place))]) hours.add(added, added.loadedAt);
    },
    of: (place) => versions.get(nameOf(place))?.sum(clock.now()) ?? noCounts,
    healthOf(museumId) {
      const hours = museums.peek(museumId)?.read(clock.now()) ?? Array.from({ length: hoursKept }, () => noCounts);
      return { ...hours.reduce(plus, noCounts), hours };
    },
  };
}

export function nameOf({ museumId, remote, version }: Place): string {
  return `${museumId}/${remote}/${version}`;
}

function kept(all: LRUCache<string, Hours>, key: string): Hours {
  const held = all.get(key) ?? createHours();
  all.set(key, held);
  return held;
}
