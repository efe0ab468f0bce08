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
export function drain(bucket: Bucket, rules: BucketRules, { amount, at }: Withdrawal): Bucket {
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

/** Clocks of a site's gateways differ by less. */
const setBackMs = 60 * 60 * 1000;

/**
 * A clock that was set back fills nothing. Where that was by more than clocks differ, what fills evenly is full, once, as
 * nothing says what of it came back, and it would stand still until the clock had caught up; a day's budget stays used.
 */
function refill(bucket: Bucket, { capacity, fillsInMs }: BucketRules, now: number): Bucket {
  const { used, at } = bucket;
  const wasSetBack = at - now > setBackMs;
  if (wasSetBack && fillsInMs !== undefined) return { used: 0, at: now };
  const since = wasSetBack ? now : Math.max(now, at);
  if (fillsInMs === undefined) return { used: dayOf(since) > dayOf(at) ? 0 : used, at: since };
  return { used: Math.max(0, used - (since - at) * (capacity / fillsInMs)), at: since };
}
