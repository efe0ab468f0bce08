import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** How much a bucket holds, and how it fills again. */
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
  readonly used: number;
  readonly at: number;
}

export interface Withdrawal {
  amount: number;
  /** When it was used. */
  at: number;
}

export const fullBucket: Bucket = { used: 0, at: 0 };

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (ms: number) => Math.floor(ms / dayMs);

/** The bucket after `amount` was used; undefined when there is not so much. */
export function withdrawFrom(bucket: Bucket, rules: BucketRules, { amount, at }: Withdrawal): Bucket | undefined {
  const { used, at: since } = refill(bucket, rules, at);
  return used + amount > rules.capacity ? undefined : { used: used + amount, at: since };
}

/** The bucket after `amount` was used, whether or not there was so much: what is not there is not missing. */
function drain(bucket: Bucket, rules: BucketRules, { amount, at }: Withdrawal): Bucket {
  const { used, at: since } = refill(bucket, rules, at);
  return { used: Math.min(rules.capacity, used + amount), at: since };
}

/** The bucket after an earlier withdrawal was refunded. One of another day than `now` is no longer missing. */
export function refund(bucket: Bucket, rules: BucketRules, { amount, at }: Withdrawal, now: number): Bucket {
  const refilled = refill(bucket, rules, now);
  if (rules.fillsInMs === undefined && dayOf(at) < dayOf(refilled.at)) return refilled;
  return { ...refilled, used: Math.max(0, refilled.used - amount) };
}

/** How long until `amount` can be used, in ms, or all there ever is; 0 when it can be used now. */
export function waitFor(bucket: Bucket, rules: BucketRules, { amount, at }: Withdrawal): number {
  const { capacity, fillsInMs } = rules;
  const missing = refill(bucket, rules, at).used + Math.min(amount, capacity) - capacity;
  if (fillsInMs !== undefined) return Math.max(0, missing * (fillsInMs / capacity));
  return missing > 0 || amount > capacity ? (dayOf(at) + 1) * dayMs - at : 0;
}

/** A clock that was set back fills nothing. */
function refill(bucket: Bucket, { capacity, fillsInMs }: BucketRules, now: number): Bucket {
  const { used, at } = bucket;
  const since = Math.max(now, at);
  if (fillsInMs === undefined) return { used: dayOf(since) > dayOf(at) ? 0 : used, at: since };
  return { used: Math.max(0, used - (since - at) * (capacity / fillsInMs)), at: since };
}

/** A bucket in use. */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget(rules: BucketRules, clock: Clock) {
  let bucket = fullBucket;
  return {
    /** False when there is not so much. */
    withdraw(amount: number): boolean {
      const left = withdrawFrom(bucket, rules, { amount, at: clock.now() });
      bucket = left ?? bucket;
      return left !== undefined;
    },
    /** Of what is spent already, as much as there is. */
    drain(amount: number) {
      bucket = drain(bucket, rules, { amount, at: clock.now() });
    },
    refund(withdrawal: Withdrawal) {
      bucket = refund(bucket, rules, withdrawal, clock.now());
    },
    /** Until `amount` could be used: whole seconds, at least one. */
    waitSeconds: (amount: number) => Math.max(1, Math.ceil(waitFor(bucket, rules, { amount, at: clock.now() }) / 1000)),
  };
}
