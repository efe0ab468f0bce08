import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import type { Counts } from './counts.ts';

/** A visit's cookie ends after this; what it did need not be remembered longer. */
export const visitMs = 4 * 60 * 60_000;
/** A visit leaves one for each version it ran, and two more for each that was rolled out: enough for ten thousand visits at once. */
export const mostRemembered = 100_000;

export interface Outcome {
  visitKey: string;
  /** What is counted: a version at a museum, a rollout. */
  scope: string;
  hasFailed: boolean;
}

/** What an outcome adds to the counts of its scope; failures belong to the time of the load that they spoil. */
export interface Added extends Counts {
  loadedAt: number;
}

/**
 * Lets every visit count at most once in a scope, and fail at most once. A failure of what the visit had loaded
 * before is no further load; without one that is remembered it is load and failure in one, so that failures never
 * outnumber loads. When too many visits are under way, those not heard of for longest are forgotten and count anew.
 */
export function createVisitCounts(clock: Clock): (outcome: Outcome) => Added {
  const remembered = new LRUCache<string, { loadedAt: number; hasFailed: boolean }>({ max: mostRemembered });
  return ({ visitKey, scope, hasFailed }) => {
    const key = `${visitKey}/${scope}`;
    const now = clock.now();
    const held = remembered.get(key);
    const before = held && now - held.loadedAt < visitMs ? held : undefined;
    const loadedAt = before?.loadedAt ?? now;
    const failsNow = hasFailed && !before?.hasFailed;
    if (!before || failsNow) remembered.set(key, { loadedAt, hasFailed });
    return { loads: before ? 0 : 1, failures: failsNow ? 1 : 0, loadedAt };
  };
}
