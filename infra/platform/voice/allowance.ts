import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** How much of something a call may use: `most` at once, and as much as comes back each second. */
export type Allowance = ReturnType<typeof createAllowance>;

export function createAllowance(clock: Clock, { most, perSecond }: { most: number; perSecond: number }) {
  let left = most;
  let countedAt = clock.now();
  return {
    /** Uses so much, unless less is left: then nothing. @returns whether it was used */
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
