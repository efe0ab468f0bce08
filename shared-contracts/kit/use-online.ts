import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. The museum's site may still be unreachable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
