import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** Between two beginnings; the visitors of a site come spread over it. */
export const pollMs = { least: 25_000, most: 30_000 };
/** After the first failure, doubled by each further one; never longer than the ordinary wait. */
const firstRetryMs = 5_000;

export interface PollingOptions {
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  clock: Clock;
  /** From 0 to 1, as Math.random. */
  random(): number;
  /** Rejects when nobody answered; has a limit of its own below the shortest wait. */
  ask(): Promise<void>;
}

/**
 * Asks again and again while the page is looked at: every half minute, and at once when the page is looked at again or
 * the network is back. One request at a time. The returned function ends it.
 */
export function startPolling({ page, network, clock, random, ask }: PollingOptions): () => void {
  let cancel = () => {};
  let isAsking = false;
  let isOver = false;
  let failures = 0;

  const isSeen = () => page.visibilityState === 'visible';
  const ordinaryMs = () => pollMs.least + random() * (pollMs.most - pollMs.least);

  function wait(delayMs: number): void {
    cancel();
    cancel = isOver || !isSeen() ? () => {} : clock.after(delayMs, poll);
  }

  function poll(): void {
    wait(ordinaryMs());
    if (isAsking || isOver || !isSeen()) return;
    isAsking = true;
    ask()
      .then(
        () => {
          failures = 0;
        },
        () => {
          failures += 1;
          wait(Math.min(firstRetryMs * 2 ** (failures - 1), ordinaryMs()));
        },
      )
      .finally(() => {
        isAsking = false;
      });
  }

  const look = () => (isSeen() ? poll() : cancel());
  page.addEventListener('visibilitychange', look);
  network.addEventListener('online', look);
  wait(ordinaryMs());
  return () => {
    isOver = true;
    cancel();
    page.removeEventListener('visibilitychange', look);
    network.removeEventListener('online', look);
  };
}
