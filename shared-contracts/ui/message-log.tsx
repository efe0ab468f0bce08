import { useCallback, useEffect, useRef, useState } from 'react';
import { QuietButton } from './button.tsx';
import type { Elements } from './elements.ts';
import { Icon } from './icon.tsx';
import styles from './styles/message-log.module.css';

interface MessageLogProps {
  label: string;
  /** False shows the beginning of the box. */
  hasBegun: boolean;
  top: Elements;
  /** Lists, the newest last. The visitor's own messages have `data-own`. */
  children: Elements;
  bottom: Elements;
  ownMessage: string | undefined;
  jumpLabels: { latest: string; news: string };
  /** On narrow screens the jump button is an icon in the messages' start margin. */
  hasMargin?: boolean;
  jumpsTo: 'beginning' | 'end';
}

/** Announces nothing live, because the screen announces each complete answer once. */
export function MessageLog({ label, hasBegun, top, children, bottom, ownMessage, jumpLabels, jumpsTo, hasMargin }: MessageLogProps) {
  const { box, content, list, isAtEnd, hasNews, scrollToEnd } = useStickToBottom(hasBegun);
  useEffect(() => {
    if (ownMessage) scrollToEnd('beginning');
  }, [ownMessage, scrollToEnd]);
  const jump = () => {
    // The button disappears, and the browser would move the focus to the top of the page.
    box.current?.focus({ preventScroll: true });
    scrollToEnd(jumpsTo);
  };
  const jumpLabel = hasNews ? jumpLabels.news : jumpLabels.latest;
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be focusable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={label} tabIndex={0}>
        <div className={`${styles['content']} ${hasBegun ? styles['begun'] : ''}`} ref={content}>
          {top}
          <div className={styles['list']} ref={list}>
            {children}
          </div>
          {bottom}
        </div>
      </div>
      {hasBegun && !isAtEnd && (
        <QuietButton className={`${styles['jump']} ${hasMargin ? styles['beside'] : ''}`} aria-label={jumpLabel} onClick={jump}>
          <span>{jumpLabel}</span>
          <Icon name="arrow-down" />
        </QuietButton>
      )}
    </div>
  );
}

/** Within this distance of its end, a list counts as read to the end. */
const nearEndPx = 48;
/** Browsers round scroll positions to device pixels. */
const roundingPx = 1;

interface View {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

const hiddenBelow = ({ scrollTop, scrollHeight, clientHeight }: View) => scrollHeight - clientHeight - scrollTop;

const isNearEnd = (view: View) => hiddenBelow(view) <= nearEndPx;

/** Content that grows scrolls to the end, up to `limit`, and never back. */
export function pickScrollTop(view: View, limit: number): number {
  return Math.max(view.scrollTop, Math.min(hiddenBelow(view) + view.scrollTop, limit));
}

/** beginning: to the end while the newest answer's first words stay visible · end: to the end · nothing: the visitor reads elsewhere. */
type Following = 'beginning' | 'end' | 'nothing';

interface Scroll {
  before: Following;
  /** Downwards positive. */
  movedPx: number;
  limit: number;
}

/** The box stops following when the visitor scrolls up, and follows again near its end. */
export function pickFollowing(view: View, { before, movedPx, limit }: Scroll): Following {
  if (Math.abs(movedPx) <= roundingPx) return before;
  // A following box is already as low as allowed. Only the browser's scroll anchoring moves the box down here.
  if (before !== 'nothing' && movedPx > 0 && view.scrollTop <= limit + roundingPx) return before;
  // Shrinking content also moves a box to its end.
  const isAtEnd = hiddenBelow(view) <= roundingPx || (movedPx > 0 && isNearEnd(view));
  if (!isAtEnd) return 'nothing';
  return view.scrollTop > limit + roundingPx ? 'end' : 'beginning';
}

const lifts = ['pointerup', 'pointercancel'] as const;

interface LeftAt {
  newest: Element | null;
  height: number;
}

/** Scrolls growing content until the newest question or unasked message reaches the top, so that visitors read at their own pace. */
function useStickToBottom(hasBegun: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef<Following>(hasBegun ? 'beginning' : 'nothing');
  /** Any other position is the visitor's. */
  const seenAt = useRef(0);
  const leftAt = useRef<LeftAt>(undefined);
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNews, setNews] = useState(false);

  const scrollToEnd = useCallback((next: 'beginning' | 'end') => {
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
    const newest = () => list.current?.lastElementChild?.lastElementChild ?? null;
    const limit = () => {
      const first = firstToKeep(newest(), scroller.clientHeight);
      const freePx = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
      return first ? topOf(first, scroller) - freePx : Number.POSITIVE_INFINITY;
    };
    const isEndSeen = () => isNearEnd(scroller) || endsInSight(newest(), scroller);
    const update = () => {
      const item = newest();
      if (follows.current === 'nothing') leftAt.current ??= { newest: item, height: heightOf(item) };
      else leftAt.current = undefined;
      setAtEnd(isEndSeen());
      setNews(hasGrown(leftAt.current, item));
    };
    const onScroll = () => {
      const movedPx = scroller.scrollTop - seenAt.current;
      seenAt.current = scroller.scrollTop;
      if (held) held.top = held.element.getBoundingClientRect().top;
      follows.current = pickFollowing(scroller, { before: follows.current, movedPx, limit: limit() });
      if (isEndSeen()) leftAt.current = undefined;
      update();
    };
    // A pressed control keeps its position while anything grows, because the press would end on another element.
    let held: { element: Element; top: number } | undefined;
    const onResize = () => {
      if (held?.element.isConnected) scroller.scrollTop += held.element.getBoundingClientRect().top - held.top;
      else if (follows.current !== 'nothing') {
        scroller.scrollTo({ top: pickScrollTop(scroller, follows.current === 'end' ? Number.POSITIVE_INFINITY : limit()) });
      }
      seenAt.current = scroller.scrollTop;
      update();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element) held = { element: target, top: target.getBoundingClientRect().top };
    };
    const onLift = () => {
      if (!held) return;
      held = undefined;
      onResize();
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(inner);
    observer.observe(scroller);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('pointerdown', onPress);
    for (const type of lifts) window.addEventListener(type, onLift);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('pointerdown', onPress);
      for (const type of lifts) window.removeEventListener(type, onLift);
    };
  }, []);

  return { box, content, list, isAtEnd, hasNews, scrollToEnd };
}

const isOwn = (item: Element) => item.hasAttribute('data-own');

/** The answer, or its question unless the question fills a third of the box. */
export function firstToKeep(newest: Element | null, boxHeight: number): Element | null {
  if (!newest || isOwn(newest)) return null;
  const question = newest.previousElementSibling;
  return question && isOwn(question) && heightOf(question) <= boxHeight / 3 ? question : newest;
}

const topOf = (item: Element, scroller: HTMLElement) =>
  item.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/** A notice or questions may be below the item. */
function endsInSight(item: Element | null, scroller: HTMLElement): boolean {
  if (!item) return true;
  const [shown, view] = [item.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return shown.bottom < view.bottom;
}

const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;

/** Other items change their height when they become visible, and do not count. */
const hasGrown = (leftAt: LeftAt | undefined, newest: Element | null) =>
  leftAt !== undefined && (newest !== leftAt.newest || heightOf(newest) > leftAt.height + roundingPx);
