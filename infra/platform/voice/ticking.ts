import type { Clock } from '@enfilade/shared-contracts/kit/clock';

const tickMs = 1000;

/** Calls every second while it runs. */
export interface Ticking {
  start(): void;
  stop(): void;
}

export function createTicking(clock: Clock, tick: () => void): Ticking {
  let cancel = () => {};
  const next = () => {
    cancel = clock.after(tickMs, () => {
      tick();
      next();
    });
  };
  return {
    start() {
      cancel();
      next();
    },
    stop: () => cancel(),
  };
}
