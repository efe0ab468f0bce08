import type { Clock } from '../kit/clock.ts';

const slowAfterMs = 4_000;

export type ConnectLimit = ReturnType<typeof createConnectLimit>;

/** Waiting for a voice slot or for the visitor does not count. */
export function createConnectLimit(clock: Clock, limitMs: number, on: { slow(): void; over(): void }) {
  let timers: (() => void)[] = [];
  const pause = () => {
    for (const cancel of timers) cancel();
    timers = [];
  };
  return {
    /** Starts the limit from zero. */
    run(): void {
      pause();
      timers = [clock.after(limitMs, on.over)];
      if (slowAfterMs < limitMs) timers.push(clock.after(slowAfterMs, on.slow));
    },
    pause,
  };
}
