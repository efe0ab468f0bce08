export type TurnedClock = ReturnType<typeof createTurnedClock>;

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
    waiting: () => due.size,
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
