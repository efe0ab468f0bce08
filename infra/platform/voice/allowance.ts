import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** Up to `most` at once, refilled by `perSecond`. */
export type Allowance = ReturnType<typeof createAllowance>;

export function createAllowance(clock: Clock, { most, perSecond }: { most: number; perSecond: number }) {
  let left = most;
  let countedAt = clock.now();
  return {
    /** Returns whether enough was left. */
    take(amount: number): boolean {
      const now = clock.now();
      left = Math.min(most, left + (Math.max(0, now - countedAt) * perSecond) / 1000);
      countedAt = now;
      if (amount > left) return false;
      left -= amount;
      return true;
    },
  };
}
