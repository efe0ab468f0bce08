import type { Clock } from '../clock.ts';

export interface TurnableClock extends Clock {
  turn(ms: number): void;
  /** Only `turn` then advances the time, so results do not depend on the machine's speed. Short waits keep real time. */
  stop(): void;
}

/** Longer waits are limits. Only `turn` ends them, so that a slow machine never reaches a limit. */
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
