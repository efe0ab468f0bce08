import type { Clock } from '../kit/clock.ts';

/** How long connecting may take. Waiting for a voice slot or for the visitor does not count. */
export interface ConnectLimit {
  /** From the beginning. */
  run(): void;
  pause(): void;
}

/** Connecting takes long after this. */
const slowAfterMs = 4_000;

export function createConnectLimit(clock: Clock, limitMs: number, on: { slow(): void; over(): void }): ConnectLimit {
  let timers: (() => void)[] = [];
  const pause = () => {
    for (const cancel of timers) cancel();
    timers = [];
  };
  return {
    run() {
      pause();
      timers = [clock.after(limitMs, on.over)];
      if (slowAfterMs < limitMs) timers.push(clock.after(slowAfterMs, on.slow));
    },
    pause,
  };
}
