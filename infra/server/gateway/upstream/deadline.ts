import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** A signal that ends with any of its parents or after `ms`, whichever comes first. */
export type Deadline = ReturnType<typeof createDeadline>;

export function createDeadline(clock: Clock, ms: number, parents: readonly AbortSignal[]) {
  const controller = new AbortController();
  let expired = false;
  const expire = () => {
    expired = true;
    controller.abort();
  };
  const abort = () => controller.abort();
  for (const parent of parents) {
    if (parent.aborted) controller.abort();
    parent.addEventListener('abort', abort, { once: true });
  }
  let cancel = clock.after(ms, expire);
  return {
    signal: controller.signal,
    /** Whether it was the time that ended it. */
    isExpired: () => expired,
    /** Restarts the time. */
    extend(nextMs: number) {
      cancel();
      if (!controller.signal.aborted) cancel = clock.after(nextMs, expire);
    },
    /** Must be called when the work is over: removes the timer and the listeners. */
    end() {
      cancel();
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
}
