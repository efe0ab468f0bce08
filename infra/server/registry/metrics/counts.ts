import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { type Budget, takeFrom } from '../../shared-state/budget.ts';

/** Visits that loaded a version or a rollout, and visits in which the version or rollout failed. */
export interface Counts {
  loads: number;
  failures: number;
}

export const noCounts: Counts = { loads: 0, failures: 0 };

export function plus(one: Counts, other: Counts): Counts {
  return { loads: one.loads + other.loads, failures: one.failures + other.failures };
}

/** The lifetime of a visit's cookie, and of the stored outcomes of a visit. */
export const visitMs = 4 * 60 * 60_000;

/** By scope, which is a version at a museum or a rollout. */
export type Outcomes = Readonly<Record<string, readonly [loadedAt: number, hasFailed: boolean]>>;

/** A failure counts at the time of its load. */
export interface AddedCounts extends Counts {
  loadedAt: number;
}

/** No real visit reaches the limit. */
export const mostOutcomes = 200;

/** A failure after a load adds no load. A failure without a load adds both, so that failures never exceed loads. */
export function countOutcome(
  outcomes: Outcomes,
  { scope, hasFailed, now }: { scope: string; hasFailed: boolean; now: number },
): { outcomes: Outcomes; added: AddedCounts } {
  const before = outcomes[scope];
  const loadedAt = before?.[0] ?? now;
  const failsNow = hasFailed && !before?.[1];
  if ((before && !failsNow) || (!before && Object.keys(outcomes).length >= mostOutcomes))
    return { outcomes, added: { ...noCounts, loadedAt } };
  const added = { loads: before ? 0 : 1, failures: failsNow ? 1 : 0, loadedAt };
  return { outcomes: { ...outcomes, [scope]: [loadedAt, hasFailed] }, added };
}

/**
 * Anybody can begin any number of visits. New visits of an address that count: 20 at once, for a school class behind one router, then one
 * every 30 s.
 */
export const visitsOfAddress = { capacity: 20, fillsInMs: 20 * 30_000 };

const mostVisits = 100_000;
const mostAddresses = 10_000;

/** At one gateway. A counted visit stays counted. */
export function createVisitAdmission(clock: Clock): (visit: { id: string; address: string }) => boolean {
  const admitted = new LRUCache<string, number>({ maxSize: mostVisits, sizeCalculation: () => 1 });
  const budgets = new LRUCache<string, Budget>({ max: mostAddresses });
  return ({ id, address }) => {
    const now = clock.now();
    if (now - (admitted.get(id) ?? Number.NEGATIVE_INFINITY) < visitMs) return true;
    const budget = takeFrom(budgets.get(address), visitsOfAddress, { amount: 1, at: now });
    if (!budget) return false;
    budgets.set(address, budget);
    admitted.set(id, now);
    return true;
  };
}
