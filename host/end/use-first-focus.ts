import { type RefObject, useEffect, useRef } from 'react';

/** The element takes the focus when it is drawn, for those who cannot see that another page is there. */
export function useFirstFocus<Control extends HTMLElement>(): RefObject<Control | null> {
  const element = useRef<Control>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
