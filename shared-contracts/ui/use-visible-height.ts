import { useEffect, useRef } from 'react';

/** Some phones do not resize the page for an open keyboard, which would cover the field. */
export function useVisibleHeight() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const adapt = () => {
      // A pinch zoom also makes the viewport smaller.
      const isCovered = viewport.scale < 1.01 && window.innerHeight - viewport.height > 1;
      if (isCovered) element.current?.style.setProperty('--visible-height', `${viewport.height}px`);
      else element.current?.style.removeProperty('--visible-height');
    };
    adapt();
    viewport.addEventListener('resize', adapt);
    return () => viewport.removeEventListener('resize', adapt);
  }, []);
  return element;
}
