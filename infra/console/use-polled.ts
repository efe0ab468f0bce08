import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ConsoleError } from './model/console-error.ts';

export interface Polled<Value> {
  /** The newest that came; it stays when the site stops answering. */
  value: Value | undefined;
  /** When it came, in ms since the epoch. */
  takenAt: number | undefined;
  /** Why the last question got no answer; undefined when it got one. */
  failure: ConsoleError | undefined;
  reload(): Promise<void>;
}

type Taken<Value> = Omit<Polled<Value>, 'reload'>;

/** Asks at once, every so often while the page is visible, and when it becomes visible. `load` must be stable. */
export function usePolled<Value>(load: () => Promise<Value>, clock: Clock, everyMs: number): Polled<Value> {
  const [taken, setTaken] = useState<Taken<Value>>({ value: undefined, takenAt: undefined, failure: undefined });
  const take = useRef<() => Promise<void>>(() => Promise.resolve());

  useEffect(() => {
    let round = 0;
    let cancel = () => {};
    const takeOne = async () => {
      cancel();
      round += 1;
      const mine = round;
      const result = await attempt(load, clock);
      // An answer that was overtaken shows what stood before an order of this operator.
      if (mine !== round) return;
      setTaken((before) => ({ ...before, ...result }));
      if (!document.hidden) cancel = clock.after(everyMs, () => void takeOne());
    };
    const seen = () => {
      cancel();
      if (!document.hidden) void takeOne();
    };
    take.current = takeOne;
    void takeOne();
    document.addEventListener('visibilitychange', seen);
    return () => {
      round += 1;
      cancel();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [load, clock, everyMs]);

  const reload = useCallback(() => take.current(), []);
  return { ...taken, reload };
}

async function attempt<Value>(load: () => Promise<Value>, clock: Clock): Promise<Partial<Taken<Value>>> {
  try {
    return { value: await load(), takenAt: clock.now(), failure: undefined };
  } catch (error) {
    return { failure: error instanceof ConsoleError ? error : new ConsoleError('strange', String(error)) };
  }
}
