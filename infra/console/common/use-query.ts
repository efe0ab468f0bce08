import { useCallback, useEffect, useRef, useState } from 'react';
import { useConsole } from './console.tsx';

export interface Query<Value> {
  /** The newest loaded value. It stays when the site stops answering. */
  value: Value | undefined;
  /** When the value was loaded, in ms since the epoch. */
  loadedAt: number | undefined;
  /** Why the last request failed; undefined after a success. */
  failure: unknown;
  reload(): Promise<void>;
}

type Loaded<Value> = Omit<Query<Value>, 'reload'>;

/** Loads at once, every `everyMs` while the page is visible, and when the page becomes visible. `load` must be stable. */
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
