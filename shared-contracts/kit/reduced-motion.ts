const onDevice = '(prefers-reduced-motion: reduce)';
const page = () => document.documentElement;

/** Whether the visitor prefers reduced motion, by the setting on the page's root or on the device. */
export const isMotionReduced = (): boolean => page().dataset['motion'] === 'none' || window.matchMedia(onDevice).matches;

/** Calls `onChange` when one of the two settings changes. */
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
