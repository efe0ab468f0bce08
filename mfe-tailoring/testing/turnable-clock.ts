import type { Clock } from '@enfilade/shared-contracts/kit/clock';

interface TurnableClock extends Clock {
  turn(milliseconds: number): void;
}

/** Time that stands still until it is turned. */
export function createTurnableClock(): TurnableClock {
  let now = 0;
  const waiting = new Set<{ at: number; call(): void }>();
  const after = (delayMs: number, call: () => void) => {
    const entry = { at: now + delayMs, call };
    waiting.add(entry);
    return () => void waiting.delete(entry);
  };
  const turn = (milliseconds: number) => {
    now += milliseconds;
    for (const entry of [...waiting].filter(({ at }) => at <= now)) if (waiting.delete(entry)) entry.call();
  };
  return { now: () => now, after, turn };
}
