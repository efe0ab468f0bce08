import type { Clock } from '@enfilade/shared-contracts/kit/clock';

export interface TurnedClock extends Clock {
  /** Lets time pass and calls what falls due, in order. */
  turn(milliseconds: number): void;
  /** Calls that wait. */
  waiting(): number;
}

/** A clock that stands still until it is turned. */
export function createTurnedClock(start = Date.parse('2026-01-01T10:00:00Z')): TurnedClock {
  let now = start;
  const due = new Set<{ at: number; call: () => void }>();
  return {
    now: () => now,
    after(delayMs, call) {
      const entry = { at: now + delayMs, call };
      due.add(entry);
      return () => due.delete(entry);
    },
    waiting: () => due.size,
    turn(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const [first] = [...due].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (!first) break;
        due.delete(first);
        now = first.at;
        first.call();
      }
      now = until;
    },
  };
}
