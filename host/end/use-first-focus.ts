import { type RefObject, useEffect, useRef } from 'react';

/** Screen readers announce the page that receives the focus. */
export function useFirstFocus<Control extends HTMLElement>(): RefObject<Control | null> {
  const element = useRef<Control>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
