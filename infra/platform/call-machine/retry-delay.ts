/** A lost line is given up after so long. */
export const giveUpAfterMs = 30_000;
const firstDelayMs = 300;
const longestDelayMs = 2_000;

/** Before the next try, after so many that failed since the line was lost. */
export function retryDelay(failures: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
}
