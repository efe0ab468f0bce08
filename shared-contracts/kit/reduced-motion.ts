const onDevice = '(prefers-reduced-motion: reduce)';
const page = () => document.documentElement;

/** The setting is on the page's root or on the device. */
export const isMotionReduced = (): boolean => page().dataset['motion'] === 'none' || window.matchMedia(onDevice).matches;

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
