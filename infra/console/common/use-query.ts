import { useCallback, useEffect, useRef, useState } from 'react';
import { useConsole } from './console.tsx';

export interface Query<Value> {
  /** Stays when the site stops answering. */
  value: Value | undefined;
  /** In ms since the epoch. */
  loadedAt: number | undefined;
  /** Undefined after a success. */
  failure: unknown;
  reload(): Promise<void>;
}

type Loaded<Value> = Omit<Query<Value>, 'reload'>;

/** Also loads when the page becomes visible, and pauses while the page is hidden. `load` must be stable. */
export function useQuery<Value>(load: () => Promise<Value>, everyMs: number): Query<Value> {
  const { clock } = useConsole();
  const [loaded, setLoaded] = useState<Loaded<Value>>({ value: undefined, loadedAt: undefined, failure: undefined });
  const newest = useRef<() => Promise<void>>(() => Promise.resolve());

  useEffect(() => {
    let round = 0;
    let cancel = () => {};
    const loadOnce = async () => {
      cancel();
      round += 1;
      const mine = round;
      const result = await load().then(
        (value) => ({ value, loadedAt: clock.now(), failure: undefined }),
        (failure: unknown) => ({ failure }),
      );
      // A late response would show the state before a change by this operator.
      if (mine !== round) return;
      setLoaded((before) => ({ ...before, ...result }));
      if (!document.hidden) cancel = clock.after(everyMs, () => void loadOnce());
    };
    const onVisibility = () => {
      cancel();
      if (!document.hidden) void loadOnce();
    };
    newest.current = loadOnce;
    void loadOnce();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      round += 1;
      cancel();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [load, clock, everyMs]);

  const reload = useCallback(() => newest.current(), []);
  return { ...loaded, reload };
}
