/** Ms for a character when no more have arrived behind it. */
export const slowestMs = 42;
/** Ms for a character when `fullReserve` or more have arrived behind it. */
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
  /** Of the elapsed ms; the rest counts towards the next character. */
  spentMs: number;
}

/** Types for `elapsedMs`: the more has arrived and is not shown yet, the faster. Time without anything to type is spent, too. */
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
