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
