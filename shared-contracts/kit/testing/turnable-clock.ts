import type { Clock } from '../clock.ts';

/** The real clock, which can also be turned forward. */
export interface TurnableClock extends Clock {
  turn(ms: number): void;
}

export function createTurnableClock(): TurnableClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    after(delayMs, call) {
      const timer = setTimeout(call, delayMs);
      return () => clearTimeout(timer);
    },
    turn(ms) {
      ahead += ms;
    },
  };
}
