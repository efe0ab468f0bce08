import { useSyncExternalStore } from 'react';

/** Whether the browser has a network at all; that there is one says little about what can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine);

function watch(redraw: () => void): () => void {
  window.addEventListener('online', redraw);
  window.addEventListener('offline', redraw);
  return () => {
    window.removeEventListener('online', redraw);
    window.removeEventListener('offline', redraw);
  };
}
