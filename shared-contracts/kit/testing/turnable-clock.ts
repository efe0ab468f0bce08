import type { Clock } from '../clock.ts';

/** The real clock, which can also be turned forward. */
export interface TurnableClock extends Clock {
  /** Ends every wait that is over by then. */
  turn(ms: number): void;
  /** From now on only `turn` moves it, so that a slow machine sees what a quick one sees; short waits keep real time. */
  stop(): void;
}

/**
 * Longer waits are limits: only `turn` ends them, so that a slow machine never reaches one. Shorter ones repeat or linger, in real time
 * too.
 */
const longestRealMs = 1_000;

export function createTurnableClock(): TurnableClock {
  let ahead = 0;
  let stoppedAt: number | undefined;
  const waits = new Map<() => void, number>();
  const now = () => (stoppedAt ?? Date.now()) + ahead;
  return {
    now,
    after(delayMs, call) {
      const timer = delayMs <= longestRealMs ? setTimeout(() => end(), delayMs) : undefined;
      const cancel = () => {
        clearTimeout(timer);
        waits.delete(end);
      };
      const end = () => {
        cancel();
        call();
      };
      waits.set(end, now() + delayMs);
      return cancel;
    },
    turn(ms) {
      ahead += ms;
      for (const [end, at] of [...waits].sort(([, one], [, other]) => one - other)) if (at <= now() && waits.has(end)) end();
    },
    stop() {
      stoppedAt = Date.now();
    },
  };
}
