import type { Clock } from '../../kit/clock.ts';

/** Counts words as they are due. */
export interface WordClock {
  /** @param startsMs when each word begins, from now, in ms */
  start(startsMs: readonly number[]): void;
  stop(): void;
}

export function createWordClock(clock: Clock, tell: (words: number) => void): WordClock {
  let cancel = () => {};

  function wait(startsMs: readonly number[], index: number, beganAtMs: number) {
    const startMs = startsMs[index];
    if (startMs === undefined) return;
    cancel = clock.after(Math.max(0, beganAtMs + startMs - clock.now()), () => {
      wait(startsMs, index + 1, beganAtMs);
      tell(index + 1);
    });
  }

  const stop = () => {
    cancel();
    cancel = () => {};
  };
  return {
    start(startsMs) {
      stop();
      wait(startsMs, 0, clock.now());
    },
    stop,
  };
}
