import { useCallback, useEffect, useRef, useState } from 'react';

/** Nearer than this to its end a list counts as read to the end. */
const nearEndPx = 48;
/** What stays free above the newest turn when it reaches the top: the filter, whose line becomes the turn's own. */
const freeAbovePx = 44;

/**
 * Keeps a scrolling box at its end while what it holds grows, until the newest turn reaches the top: its first
 * words stay where they are read. Once the visitor scrolls up nothing moves any more. Before the first turn
 * the box shows its beginning. `box` scrolls, `content` is its one child, `list` in it holds the turns.
 */
export function useStickToBottom(hasBegun: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isStuck = useRef(hasBegun);
  /** Where the box was last put; anywhere else it was put by the visitor. */
  const placedAt = useRef<number>(undefined);
  const placedFor = useRef<Element>(undefined);
  const [isAtEnd, setAtEnd] = useState(true);

  const jumpToEnd = useCallback(() => {
    isStuck.current = true;
    setAtEnd(true);
    box.current?.scrollTo({ top: box.current.scrollHeight });
    placedAt.current = box.current?.scrollTop;
  }, []);

  useEffect(() => {
    const [scroller, inner] = [box.current, content.current];
    if (!scroller || !inner) return;
    const isNearEnd = () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= nearEndPx;
    const look = () => {
      // The browser tells of a move later: what holds the turns may have grown since.
      isStuck.current = isNearEnd() || (isStuck.current && scroller.scrollTop === placedAt.current);
      setAtEnd(isNearEnd() || endsInSight(scroller, list.current?.lastElementChild));
    };
    const follow = new ResizeObserver(() => {
      const newest = list.current?.lastElementChild ?? undefined;
      if (isStuck.current) {
        const place = restingPlace(scroller, newest);
        // Back up only for a turn that is new: within one, whoever has scrolled on is not pulled back.
        scroller.scrollTo({ top: newest === placedFor.current ? Math.max(scroller.scrollTop, place) : place });
        placedAt.current = scroller.scrollTop;
        placedFor.current = newest;
      }
      if (newest) setAtEnd(isNearEnd() || endsInSight(scroller, newest));
    });
    follow.observe(inner);
    follow.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      follow.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);

  return { box, content, list, isAtEnd, jumpToEnd };
}

/** What one would jump to is seen already; only what to ask next may lie below. */
function endsInSight(scroller: HTMLElement, newest: Element | null | undefined): boolean {
  if (!newest) return true;
  const [turn, view] = [newest.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return turn.bottom <= view.bottom && turn.bottom > view.top;
}

/** The end, or as far as the newest turn's beginning can still be seen. */
function restingPlace(scroller: HTMLElement, newest: Element | undefined): number {
  const end = scroller.scrollHeight - scroller.clientHeight;
  if (!newest) return end;
  const top = newest.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return Math.min(end, top - freeAbovePx);
}
