import type { Clock } from '../clock.ts';

/** The real clock, which can also be turned forward. */
export interface TurnableClock extends Clock {
  turn(ms: number): void;
  /** From now on only `turn` moves it, so that a slow machine sees what a quick one sees; what waits keeps real time. */
  stop(): void;
}

export function createTurnableClock(): TurnableClock {
  let ahead = 0;
  let stoppedAt: number | undefined;
  return {
    now: () => (stoppedAt ?? Date.now()) + ahead,
    after(delayMs, call) {
      const timer = setTimeout(call, delayMs);
      return () => clearTimeout(timer);
    },
    turn(ms) {
      ahead += ms;
    },
    stop() {
      stoppedAt = Date.now();
    },
  };
}
