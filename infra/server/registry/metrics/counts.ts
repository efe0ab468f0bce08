import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { mostEntries } from '../../http/most-entries.ts';

/** How a version, or a set of versions, fared: visits that tried it, and those of them for which it failed. */
export interface Counts {
  loads: number;
  failures: number;
}

export const noCounts: Counts = { loads: 0, failures: 0 };

export function plus(one: Counts, other: Counts): Counts {
  return { loads: one.loads + other.loads, failures: one.failures + other.failures };
}

/** A visit's cookie ends after this; what it did need not be remembered longer. */
export const visitMs = 4 * 60 * 60_000;
/** A visit leaves one for each version it ran, and two more for each that was rolled out: enough for ten thousand visits at once. */
export const mostRemembered = 100_000;

export interface VisitOutcome {
  visitKey: string;
  /** What is counted: a version at a museum, a rollout. */
  scope: string;
  hasFailed: boolean;
}

/** What an outcome adds to the counts of its scope; failures belong to the time of the load that they spoil. */
export interface AddedCounts extends Counts {
  loadedAt: number;
}

/**
 * Lets every visit count at most once in a scope, and fail at most once. A failure of what the visit had loaded
 * before is no further load; without one that is remembered it is load and failure in one, so that failures never
 * outnumber loads. When too many visits are under way, the least recently reported are forgotten and count again.
 */
export function createVisitCounts(clock: Clock): (outcome: VisitOutcome) => AddedCounts {
  const remembered = new LRUCache<string, { loadedAt: number; hasFailed: boolean }>(mostEntries(mostRemembered));
  return ({ visitKey, scope, hasFailed }) => {
    const key = `${visitKey}/${scope}`;
    const now = clock.now();
    const earlier = remembered.get(key);
    const before = earlier && now - earlier.loadedAt < visitMs ? earlier : undefined;
    const loadedAt = before?.loadedAt ?? now;
    const failsNow = hasFailed && !before?.hasFailed;
    if (!before || failsNow) remembered.set(key, { loadedAt, hasFailed });
    return { loads: before ? 0 : 1, failures: failsNow ? 1 : 0, loadedAt };
  };
}

/** New visits of one address: so many at once, then one in so long. A school class behind one router comes at once. */
export const visitsAtOnce = 20;
export const nextVisitMs = 30_000;
const mostAddresses = 10_000;

/**
 * Whether what a visit reports is counted. Anybody can begin visits without end, so an address has only so many
 * new ones counted; a visit that was counted once goes on being counted.
 */
export function createVisitAdmission(clock: Clock): (visit: { id: string; address: string }) => boolean {
  const admitted = new LRUCache<string, number>(mostEntries(mostRemembered));
  /** Address → when it would have had no visit for long enough that as many as at first are counted again. */
  const restedAt = new LRUCache<string, number>(mostEntries(mostAddresses));
  return ({ id, address }) => {
    const now = clock.now();
    if (now - (admitted.get(id) ?? Number.NEGATIVE_INFINITY) < visitMs) return true;
    const next = Math.max(now, restedAt.get(address) ?? now) + nextVisitMs;
    if (next - now > visitsAtOnce * nextVisitMs) return false;
    restedAt.set(address, next);
    admitted.set(id, now);
    return true;
  };
}

const mostRollouts = 10_000;

/** How a rollout fared since it started. */
export interface RolloutCounts {
  /** Visits that tried any of its versions, and those for which any of them failed. */
  total: Counts;
  /** The same for each of its remotes alone. */
  remotes: ReadonlyMap<string, Counts>;
}

interface RolloutOutcome {
  rolloutId: string;
  remote: string;
  visitKey: string;
  hasFailed: boolean;
}

const noRolloutCounts: RolloutCounts = { total: noCounts, remotes: new Map() };

/** Counts per rollout, by its id: a new one starts at nothing, a changed share changes nothing. */
export function createAllRolloutCounts(countVisit: (outcome: VisitOutcome) => Counts) {
  const all = new LRUCache<string, RolloutCounts>(mostEntries(mostRollouts));
  return {
    add({ rolloutId, remote, visitKey, hasFailed }: RolloutOutcome): void {
      const { total, remotes } = all.get(rolloutId) ?? noRolloutCounts;
      const ofWhole = countVisit({ visitKey, scope: rolloutId, hasFailed });
      const ofRemote = countVisit({ visitKey, scope: `${rolloutId}/${remote}`, hasFailed });
      all.set(rolloutId, {
        total: plus(total, ofWhole),
        remotes: new Map(remotes).set(remote, plus(remotes.get(remote) ?? noCounts, ofRemote)),
      });
    },
    of: (rolloutId: string): RolloutCounts => all.get(rolloutId) ?? noRolloutCounts,
  };
}
