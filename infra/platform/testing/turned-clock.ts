export type TurnedClock = ReturnType<typeof createTurnedClock>;

/** A clock that advances only when a test turns it. */
export function createTurnedClock(start = Date.parse('2026-01-01T10:00:00Z')) {
  let now = start;
  const due = new Set<{ at: number; call: () => void }>();
  return {
    now: () => now,
    after(delayMs: number, call: () => void) {
      const entry = { at: now + delayMs, call };
      due.add(entry);
      return () => void due.delete(entry);
    },
    /** Number of scheduled calls. */
    waiting: () => due.size,
    /** Lets time pass and makes the due calls in order. */
    turn(milliseconds: number) {
      const until = now + milliseconds;
      for (;;) {
        const [first] = [...due].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (!first) break;
        due.delete(first);
        now = first.at;
        first.call();
      }
      now = until;
    },
  };
}
