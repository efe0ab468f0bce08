import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** A bucket in use. */
export interface Budget {
  /** False when there is not so much. */
  take(amount: number): boolean;
  giveBack(taking: Taking): void;
  /** Until `amount` could be taken: whole seconds, at least one. */
  waitSeconds(amount: number): number;
}

export function createBudget(rules: BucketRules, clock: Clock): Budget {
  let bucket = fullBucket;
  return {
    take(amount) {
      const left = takeFrom(bucket, rules, { amount, at: clock.now() });
      bucket = left ?? bucket;
      return left !== undefined;
    },
    giveBack(taking) {
      bucket = giveBack(bucket, rules, taking, clock.now());
    },
    waitSeconds: (amount) => Math.max(1, Math.ceil(waitFor(bucket, rules, { amount, at: clock.now() }) / 1000)),
  };
}

/** How much a bucket holds, and how what was taken comes back. */
export interface BucketRules {
  capacity: number;
  /**
   * An empty bucket fills evenly in so many ms. Absent: it is full again at midnight UTC, one hour for every museum
   * of a site, since a budget is one of money and not of opening hours.
   */
  fillsInMs?: number | undefined;
}

/** What is missing in a bucket since when (ms since the epoch). Never changed in place. */
export interface Bucket {
  readonly taken: number;
  readonly at: number;
}

export interface Taking {
  amount: number;
  /** When it was taken. */
  at: number;
}

export const fullBucket: Bucket = { taken: 0, at: 0 };

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (ms: number) => Math.floor(ms / dayMs);

/** The bucket after `amount` was taken; undefined when there is not so much. */
export function takeFrom(bucket: Bucket, rules: BucketRules, { amount, at }: Taking): Bucket | undefined {
  const { taken, at: since } = refill(bucket, rules, at);
  return taken + amount > rules.capacity ? undefined : { taken: taken + amount, at: since };
}

/** The bucket after something taken earlier came back. What was taken on another day than `now` is no longer missing. */
export function giveBack(bucket: Bucket, rules: BucketRules, { amount, at }: Taking, now: number): Bucket {
  const refilled = refill(bucket, rules, now);
  if (rules.fillsInMs === undefined && dayOf(at) < dayOf(refilled.at)) return refilled;
  return { ...refilled, taken: Math.max(0, refilled.taken - amount) };
}

/** How long until `amount` can be taken, in ms, or all there ever is; 0 when it can be taken now. */
export function waitFor(bucket: Bucket, rules: BucketRules, { amount, at }: Taking): number {
  const { capacity, fillsInMs } = rules;
  const missing = refill(bucket, rules, at).taken + Math.min(amount, capacity) - capacity;
  if (fillsInMs !== undefined) return Math.max(0, missing * (fillsInMs / capacity));
  return missing > 0 || amount > capacity ? (dayOf(at) + 1) * dayMs - at : 0;
}

/** A clock that was set back fills nothing. */
function refill(bucket: Bucket, { capacity, fillsInMs }: BucketRules, now: number): Bucket {
  const { taken, at } = bucket;
  const since = Math.max(now, at);
  if (fillsInMs === undefined) return { taken: dayOf(since) > dayOf(at) ? 0 : taken, at: since };
  return { taken: Math.max(0, taken - (since - at) * (capacity / fillsInMs)), at: since };
}
