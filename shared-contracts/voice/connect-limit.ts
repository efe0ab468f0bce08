import type { Clock } from '../kit/clock.ts';

/** How long connecting may take. Waiting for a place or for the visitor does not count. */
export interface ConnectLimit {
  /** From the beginning. */
  run(): void;
  pause(): void;
}

export const slowAfterMs = 4_000;

export function createConnectLimit(clock: Clock, limitMs: number, on: { slow(): void; over(): void }): ConnectLimit {
  let alarms: (() => void)[] = [];
  const pause = () => {
    for (const cancel of alarms) cancel();
    alarms = [];
  };
  return {
    run() {
      pause();
      alarms = [clock.after(limitMs, on.over)];
      if (slowAfterMs < limitMs) alarms.push(clock.after(slowAfterMs, on.slow));
    },
    pause,
  };
}
