/** How long a character takes, in ms, when nothing is waiting behind it. */
export const slowestMs = 42;
/** How long it takes, in ms, when `fullReserve` characters or more are waiting behind it. */
export const fastestMs = 12;
const fullReserve = 150;

/** Ms for the next character when `reserve` more have arrived behind it. */
export function msPerCharacter(reserve: number): number {
  const fullness = Math.min(Math.max(reserve, 0), fullReserve) / fullReserve;
  return slowestMs - (slowestMs - fastestMs) * fullness;
}

interface Typed {
  /** Characters that are shown now, never more than have arrived. */
  shown: number;
  /** What of the elapsed ms is spent; the rest counts towards the next character. */
  spentMs: number;
}

/**
 * Types for `elapsedMs`: the more has arrived and is not shown yet, the faster. Waiting for more is time
 * spent; so is a clock that was set back.
 */
export function typeFor(elapsedMs: number, { shown, arrived }: { shown: number; arrived: number }): Typed {
  let next = Math.min(shown, arrived);
  let leftMs = elapsedMs;
  while (next < arrived) {
    const neededMs = msPerCharacter(arrived - next - 1);
    if (neededMs > leftMs) return { shown: next, spentMs: elapsedMs - Math.max(leftMs, 0) };
    leftMs -= neededMs;
    next += 1;
  }
  return { shown: next, spentMs: elapsedMs };
}
