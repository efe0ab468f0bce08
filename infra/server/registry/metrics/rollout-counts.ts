import { LRUCache } from 'lru-cache';
import { type Counts, noCounts, plus } from './counts.ts';
import type { Outcome } from './visit-counts.ts';

const mostRollouts = 10_000;

/** How a rollout fared since it started. */
export interface RolloutCounts {
  /** Visits that tried any of its versions, and those for which any of them failed. */
  whole: Counts;
  /** The same for each of its remotes alone. */
  remotes: ReadonlyMap<string, Counts>;
}

export interface RolloutOutcome {
  rolloutId: string;
  remote: string;
  visitKey: string;
  hasFailed: boolean;
}

const nothing: RolloutCounts = { whole: noCounts, remotes: new Map() };

/** Counts per rollout, by its id: a new one starts at nothing, a changed share changes nothing. */
export function createAllRolloutCounts(countVisit: (outcome: Outcome) => Counts) {
  const all = new LRUCache<string, RolloutCounts>({ max: mostRollouts });
  return {
    add({ rolloutId, remote, visitKey, hasFailed }: RolloutOutcome): void {
      const { whole, remotes } = all.get(rolloutId) ?? nothing;
      const ofWhole = countVisit({ visitKey, scope: rolloutId, hasFailed });
      const ofRemote = countVisit({ visitKey, scope: `${rolloutId}/${remote}`, hasFailed });
      all.set(rolloutId, {
        whole: plus(whole, ofWhole),
        remotes: new Map(remotes).set(remote, plus(remotes.get(remote) ?? noCounts, ofRemote)),
      });
    },
    of: (rolloutId: string): RolloutCounts => all.get(rolloutId) ?? nothing,
  };
}
