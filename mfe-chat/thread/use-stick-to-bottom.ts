import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Following, isNearEnd, pickFollowing, restingLimit, restingPlace, roundingPx } from './resting-place.ts';

/** The last message when the visitor scrolled away from it. */
interface LeftAt {
  newest: Element | null;
  height: number;
}

interface Thread {
  hasBegun: boolean;
  /** The last message is the guide's. */
  endsInAnswer: boolean;
}

/**
 * Keeps a scrolling box at its end while what it holds grows, until the newest answer reaches the top: the
 * visitor reads on at their own pace. Once they scroll up nothing moves any more. Before the first message the
 * box shows its beginning. `box` scrolls, `content` is its one child, `list` in it holds groups of messages.
 */
export function useStickToBottom({ hasBegun, endsInAnswer }: Thread) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasAnswer = useRef(endsInAnswer);
  hasAnswer.current = endsInAnswer;
  const follows = useRef<Following>(hasBegun ? 'beginning' : 'nothing');
  /** Where the box stood when it was looked at last; elsewhere it was put by the visitor. */
  const seenAt = useRef(0);
  const leftAt = useRef<LeftAt>(undefined);
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNews, setNews] = useState(false);

  const goToEnd = useCallback((next: 'beginning' | 'end') => {
    follows.current = next;
    leftAt.current = undefined;
    setAtEnd(true);
    setNews(false);
    box.current?.scrollTo({ top: box.current.scrollHeight });
    seenAt.current = box.current?.scrollTop ?? 0;
  }, []);

  useEffect(() => {
    const [scroller, inner] = [box.current, content.current];
    if (!scroller || !inner) return;
    const limit = () => restingLimit(hasAnswer.current ? findAnswerTop(scroller, list) : undefined);
    const isEndSeen = () => isNearEnd(scroller) || endsInSight(scroller, list);
    const tell = () => {
      if (follows.current === 'nothing') leftAt.current ??= describeNewest(list);
      else leftAt.current = undefined;
      setAtEnd(isEndSeen());
      setNews(hasGrown(leftAt.current, list));
    };
    const look = () => {
      const movedPx = scroller.scrollTop - seenAt.current;
      seenAt.current = scroller.scrollTop;
      follows.current = pickFollowing(scroller, { before: follows.current, movedPx, limit: limit() });
      if (isEndSeen()) leftAt.current = undefined;
      tell();
    };
    const follow = new ResizeObserver(() => {
      if (follows.current !== 'nothing') {
        const top = restingPlace(scroller, follows.current === 'end' ? Number.POSITIVE_INFINITY : limit());
        scroller.scrollTo({ top });
        seenAt.current = scroller.scrollTop;
      }
      tell();
    });
    follow.observe(inner);
    follow.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      follow.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);

  return { box, content, list, isAtEnd, hasNews, goToEnd };
}

type List = RefObject<HTMLElement | null>;

/** The last message of the last group. */
const newestOf = (list: HTMLElement | null) => list?.lastElementChild?.lastElementChild ?? null;

/** Where the newest answer begins, in px from the top of what scrolls. */
function findAnswerTop(scroller: HTMLElement, { current: list }: List): number | undefined {
  const top = newestOf(list)?.getBoundingClientRect().top;
  return top === undefined ? undefined : top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** What one would jump to is seen already; only what failed may lie below. */
function endsInSight(scroller: HTMLElement, { current: list }: List): boolean {
  const newest = newestOf(list);
  if (!newest) return true;
  const [message, view] = [newest.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return message.bottom <= view.bottom && message.bottom > view.top;
}

const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;

function describeNewest({ current: list }: List): LeftAt {
  const newest = newestOf(list);
  return { newest, height: heightOf(newest) };
}

/** Of the message itself: what stands above changes its height, too, when it comes into sight. */
function hasGrown(leftAt: LeftAt | undefined, { current: list }: List): boolean {
  const newest = newestOf(list);
  return leftAt !== undefined && (newest !== leftAt.newest || heightOf(newest) > leftAt.height + roundingPx);
}
