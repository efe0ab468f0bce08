import type { Clock } from '@enfilade/shared-contracts/remote/clock';

/** Time that moves only when told. */
export interface HandClock extends Clock {
  pass(milliseconds: number): void;
}

export function createHandClock(): HandClock {
  let now = 0;
  let waiting: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, call) {
      const timer = { at: now + delayMs, call };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
    pass(milliseconds) {
      now += milliseconds;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { call } of due) call();
    },
  };
}
