import { type RefObject, useEffect, useRef } from 'react';

/** The element takes the focus at its first render, so that screen readers announce the page. */
export function useFirstFocus<Control extends HTMLElement>(): RefObject<Control | null> {
  const element = useRef<Control>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
