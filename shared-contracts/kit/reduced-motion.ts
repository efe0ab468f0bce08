const onDevice = '(prefers-reduced-motion: reduce)';
const page = () => document.documentElement;

/** The visitor wants no motion: by the settings on the page's root, or on the device. */
export const isMotionReduced = (): boolean => page().dataset['motion'] === 'none' || window.matchMedia(onDevice).matches;

/** Calls `onChange` when either changes. */
export function subscribeMotion(onChange: () => void): () => void {
  const query = window.matchMedia(onDevice);
  const observer = new MutationObserver(onChange);
  query.addEventListener('change', onChange);
  observer.observe(page(), { attributeFilter: ['data-motion'] });
  return () => {
    query.removeEventListener('change', onChange);
    observer.disconnect();
  };
}
