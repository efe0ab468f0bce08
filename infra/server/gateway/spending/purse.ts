import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type BucketRules, fullBucket, giveBack, type Taking, takeFrom, waitFor } from './bucket.ts';

/** A bucket in use. */
export interface Purse {
  /** False when there is not so much. */
  take(amount: number): boolean;
  giveBack(taking: Taking): void;
  /** Until `amount` could be taken: whole seconds, at least one. */
  waitSeconds(amount: number): number;
}

export function createPurse(rules: BucketRules, clock: Clock): Purse {
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
