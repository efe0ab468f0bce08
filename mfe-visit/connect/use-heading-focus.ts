import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading when another view takes the place of one: that announces it. When the first
 * one opens, only where nothing else has the focus: a visitor who walks the tabs by keyboard stays there.
 */
export function useHeadingFocus(view: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFirst = focused.current === undefined;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (focused.current !== view && (!isFirst || isFree)) heading.current?.focus({ preventScroll: true });
    focused.current = view;
  }, [view]);
  return heading;
}
