import { useCallback, useSyncExternalStore } from 'react';

const wish = '(prefers-reduced-motion: reduce)';

const read = () => window.matchMedia(wish).matches;

/** Whether the visitor wants no motion, followed while `isWatched`: of many answers only one moves. */
export function useReducedMotion(isWatched: boolean): boolean {
  const subscribe = useCallback(
    (redraw: () => void) => {
      if (!isWatched) return () => {};
      const query = window.matchMedia(wish);
      query.addEventListener('change', redraw);
      return () => query.removeEventListener('change', redraw);
    },
    [isWatched],
  );
  const readWatched = () => isWatched && read();
  return useSyncExternalStore(subscribe, readWatched, readWatched);
}
