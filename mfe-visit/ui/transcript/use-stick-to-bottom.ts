import { useCallback, useEffect, useRef, useState } from 'react';

/** Nearer than this to its end a list counts as read to the end. */
const nearEndPx = 48;

/**
 * Keeps a scrolling box at its end while what it holds grows, until the visitor scrolls up; from then on
 * nothing moves. Before the first turn it shows its beginning. `box` scrolls, `content` is its one child.
 */
export function useStickToBottom(hasBegun: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(hasBegun);
  const [isAtEnd, setAtEnd] = useState(true);

  const jumpToEnd = useCallback(() => {
    isStuck.current = true;
    setAtEnd(true);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);

  useEffect(() => {
    const [scroller, inner] = [box.current, content.current];
    if (!scroller || !inner) return;
    const look = () => {
      const hidden = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
      isStuck.current = hidden <= nearEndPx;
      setAtEnd(isStuck.current);
    };
    const follow = new ResizeObserver(() => isStuck.current && scroller.scrollTo({ top: scroller.scrollHeight }));
    follow.observe(inner);
    follow.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      follow.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);

  return { box, content, isAtEnd, jumpToEnd };
}
