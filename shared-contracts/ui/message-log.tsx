import { useCallback, useEffect, useRef, useState } from 'react';
import { QuietButton } from './button.tsx';
import type { Elements } from './elements.ts';
import { Icon } from './icon.tsx';
import styles from './styles/message-log.module.css';

interface MessageLogProps {
  label: string;
  /** Something was said; before that the box shows its beginning. */
  hasBegun: boolean;
  /** Above the first message. */
  top: Elements;
  /** The messages in lists, the newest the last of the last list; the visitor's own have `data-own`. */
  children: Elements;
  /** Below the newest message. */
  bottom: Elements;
  /** Key of the visitor's own newest message. */
  ownMessage: string | undefined;
  jumpLabels: { latest: string; news: string };
  /** Where the screen is narrow the jump button is a sign, in the margin that the messages have at their start. */
  hasMargin?: boolean;
  /** What the jump button follows from there. */
  jumpsTo: 'beginning' | 'end';
}

/** A log that is not read out while it streams in: the screen announces each finished answer once. */
export function MessageLog({ label, hasBegun, top, children, bottom, ownMessage, jumpLabels, jumpsTo, hasMargin }: MessageLogProps) {
  const { box, content, list, isAtEnd, hasNews, scrollToEnd } = useStickToBottom(hasBegun);
  // A visitor who asks wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (ownMessage) scrollToEnd('beginning');
  }, [ownMessage, scrollToEnd]);
  const jump = () => {
    // The button vanishes, and a lost focus would start again at the top of the page.
    box.current?.focus({ preventScroll: true });
    scrollToEnd(jumpsTo);
  };
  const jumpLabel = hasNews ? jumpLabels.news : jumpLabels.latest;
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
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

/** Nearer than this to its end a list counts as read to the end. */
const nearEndPx = 48;
/** Browsers round scroll positions to whole pixels of the device. */
const roundingPx = 1;

interface View {
  /** Position of the scrolling box, in px. */
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

const hiddenBelow = ({ scrollTop, scrollHeight, clientHeight }: View) => scrollHeight - clientHeight - scrollTop;

const isNearEnd = (view: View) => hiddenBelow(view) <= nearEndPx;

/** Where the box scrolls to while its content grows: to the end, but no further than `limit`, and never back. */
export function pickScrollTop(view: View, limit: number): number {
  return Math.max(view.scrollTop, Math.min(hiddenBelow(view) + view.scrollTop, limit));
}

/**
 * How a box follows its growing content. beginning: to the end, as long as the newest answer's first words and their
 * question stay in sight · end: to the end, the visitor has scrolled past those · nothing: the visitor reads elsewhere.
 */
type Following = 'beginning' | 'end' | 'nothing';

interface Scroll {
  before: Following;
  /** By the visitor; downwards is positive. */
  movedPx: number;
  /** As for `pickScrollTop`. */
  limit: number;
}

/** How the box follows after the visitor scrolled: not any more after scrolling up, again near its end. */
export function pickFollowing(view: View, { before, movedPx, limit }: Scroll): Following {
  if (Math.abs(movedPx) <= roundingPx) return before;
  // A box that follows is as low as it may be: nobody but the browser, which keeps lines in their place, moves it down to there.
  if (before !== 'nothing' && movedPx > 0 && view.scrollTop <= limit + roundingPx) return before;
  // Content that shrinks also puts a box at its very end.
  const isAtEnd = hiddenBelow(view) <= roundingPx || (movedPx > 0 && isNearEnd(view));
  if (!isAtEnd) return 'nothing';
  return view.scrollTop > limit + roundingPx ? 'end' : 'beginning';
}

const lifts = ['pointerup', 'pointercancel'] as const;

/** The newest item when the visitor scrolled away from it. */
interface LeftAt {
  newest: Element | null;
  height: number;
}

/**
 * Keeps a scrolling box at its end while its content grows, until the newest question, or what was said unasked, reaches
 * the top: visitors read on at their own pace. After they scrolled up nothing moves any more.
 */
function useStickToBottom(hasBegun: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef<Following>(hasBegun ? 'beginning' : 'nothing');
  /** Position at the last check; any other position is the visitor's own. */
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
      // What stays free above it, as when the keyboard's focus is scrolled to.
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
    // A pressed control keeps its position while anything grows, because the press would otherwise end elsewhere.
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

/** What has to stay in sight while the newest item grows: an answer, with its question unless that fills a third of the box. */
export function firstToKeep(newest: Element | null, boxHeight: number): Element | null {
  if (!newest || isOwn(newest)) return null;
  const question = newest.previousElementSibling;
  return question && isOwn(question) && heightOf(question) <= boxHeight / 3 ? question : newest;
}

/** In px from the top of what scrolls. */
const topOf = (item: Element, scroller: HTMLElement) =>
  item.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/** Whether the end of the newest item is in sight, or above it; a notice or questions may be below it. */
function endsInSight(item: Element | null, scroller: HTMLElement): boolean {
  if (!item) return true;
  const [shown, view] = [item.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return shown.bottom < view.bottom;
}

const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;

/** Size of the item itself, because items above it also change their height when they become visible. */
const hasGrown = (leftAt: LeftAt | undefined, newest: Element | null) =>
  leftAt !== undefined && (newest !== leftAt.newest || heightOf(newest) > leftAt.height + roundingPx);
