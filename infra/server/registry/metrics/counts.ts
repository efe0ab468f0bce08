import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';

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

/** What a visit has reported: by what was counted, a version at a museum or a rollout, when it loaded and whether it failed. */
export type Outcomes = Readonly<Record<string, readonly [loadedAt: number, hasFailed: boolean]>>;

/** What an outcome adds to the counts of its scope; failures belong to the time of the load that they spoil. */
export interface AddedCounts extends Counts {
  loadedAt: number;
}

/** Nobody runs so many versions in one visit. */
export const mostOutcomes = 200;

/**
 * Lets a visit count at most once in a scope, and fail at most once. A failure of what the visit had loaded before is no
 * further load; without one it is load and failure in one, so that failures never outnumber loads.
 */
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

/** New visits of one address: so many at once, then one in so long. A school class behind one router comes at once. */
export const visitsAtOnce = 20;
export const nextVisitMs = 30_000;

/**
 * Whether a new visit of an address is counted: anybody can begin visits without end.
 * @param restedAt when the address would have had no visit for long enough that as many as at first are counted again
 * @returns the same from then on; undefined when it is not
 */
export function admitVisit(restedAt: number | undefined, now: number): number | undefined {
  const next = Math.max(now, restedAt ?? now) + nextVisitMs;
  return next - now > visitsAtOnce * nextVisitMs ? undefined : next;
}

const mostVisits = 100_000;
const mostAddresses = 10_000;

/** Whether one gateway counts a visit's report; a counted visit stays counted. */
export function createVisitAdmission(clock: Clock): (visit: { id: string; address: string }) => boolean {
  const admitted = new LRUCache<string, number>({ maxSize: mostVisits, sizeCalculation: () => 1 });
  const restedAt = new LRUCache<string, number>({ max: mostAddresses });
  return ({ id, address }) => {
    const now = clock.now();
    if (now - (admitted.get(id) ?? Number.NEGATIVE_INFINITY) < visitMs) return true;
    const next = admitVisit(restedAt.get(address), now);
    if (next === undefined) return false;
    restedAt.set(address, next);
    admitted.set(id, now);
    return true;
  };
}

/** With fewer loads than this a rate says nothing. */
const leastLoads = 50;
/** Percentage of the loads. */
const mostFailuresPercent = 2;

/** More than 2 % of at least 50 loads failed; compared in whole numbers, since 1 of 50 is not more. */
export function failsTooOften({ loads, failures }: Counts): boolean {
  return loads >= leastLoads && failures * 100 > loads * mostFailuresPercent;
}
