/** How often a service may be asked a second time: retries must not double the load of one that fails. */
export interface RetryBudget {
  /** A call was made for the first time. */
  earn(): void;
  /** Takes one retry; false when there is none. */
  take(): boolean;
}

/** In fifths of a retry, so that sums stay exact: a call earns one, a retry costs five, fifty are kept at most. */
const earned = 1;
const cost = 5;
const savedLimit = 10 * cost;
/** Three retries at the start, before anything was earned. */
const atStart = 3 * cost;

export function createRetryBudget(): RetryBudget {
  let saved = atStart;
  return {
    earn() {
      saved = Math.min(savedLimit, saved + earned);
    },
    take() {
      if (saved < cost) return false;
      saved -= cost;
      return true;
    },
  };
}
