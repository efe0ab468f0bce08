import type { Clock } from '@enfilade/shared-contracts/kit/clock';

export type Timer = ReturnType<typeof createTimer>;

/** A timer whose next start replaces the earlier one. */
export function createTimer(clock: Clock) {
  let cancel = () => {};
  return {
    start(ms: number, act: () => void) {
      cancel();
      cancel = clock.after(ms, act);
    },
    stop: () => cancel(),
  };
}
