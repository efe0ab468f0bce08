import { useEffect, useRef } from 'react';

/**
 * Gives the element `--visible-height` while an open keyboard covers a part of the page: some phones
 * lay the keyboard over it instead of making it smaller, and the field would be underneath.
 */
export function useVisibleHeight() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const adapt = () => {
      // Magnified by the visitor's fingers the viewport is small, too; that is no keyboard.
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
