/** Tests hand in a clock that they control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once. The returned function cancels the call. */
  after(delayMs: number, call: () => void): () => void;
}
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

export type Timer = ReturnType<typeof createTimer>;

/** A timer whose next start replaces the earlier one. */
export function createTimer(clock: Clock) {
  let cancel = () => {};
  return {
    start(ms: number, act: () => void) {
      cancel();
      cancel = clock.after(ms, act);
    },
    stop: () => cancel(),
  };
}
