import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { isMotionReduced, subscribeMotion } from '@enfilade/shared-contracts/kit/reduced-motion';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Milliseconds for a character if no characters wait behind it. */
export const slowestMs = 42;
/** Milliseconds for a character if `fullReserve` or more wait behind it. */
export const fastestMs = 12;
const fullReserve = 150;

export function msPerCharacter(reserve: number): number {
  const fullness = Math.min(Math.max(reserve, 0), fullReserve) / fullReserve;
  return slowestMs - (slowestMs - fastestMs) * fullness;
}

interface Typed {
  shown: number;
  /** The rest of the elapsed time counts towards the next character. */
  spentMs: number;
}

/** Types faster with a larger reserve. Time without text to type is spent as well. */
export function typeFor(elapsedMs: number, { shown, arrived }: { shown: number; arrived: number }): Typed {
  let next = Math.min(shown, arrived);
  let leftMs = elapsedMs;
  while (next < arrived) {
    const neededMs = msPerCharacter(arrived - next - 1);
    if (neededMs > leftMs) return { shown: next, spentMs: elapsedMs - Math.max(leftMs, 0) };
    leftMs -= neededMs;
    next += 1;
  }
  return { shown: next, spentMs: elapsedMs };
}

/** Milliseconds between two updates: several characters at full speed, still fluent. */
const updateMs = 32;

interface TypingOptions {
  /** A text that does not begin with the former text is typed from its beginning. */
  text: string;
  isArriving: boolean;
  isTyped: boolean;
  /** The visitor prefers reduced motion, or the answer was ended. */
  skips: boolean;
  clock: Clock;
}

/** Typing catches up after the page was hidden. */
export function useTyping({ text, isArriving, isTyped, skips, clock }: TypingOptions) {
  const [typed, setTyped] = useState(isTyped ? 0 : text.length);
  const [isCompleted, setCompleted] = useState(false);
  const [former, setFormer] = useState(text);
  if (text !== former) {
    setFormer(text);
    if (!text.startsWith(former)) {
      setTyped(0);
      setCompleted(false);
    }
  }
  const isWhole = !isTyped || skips || isCompleted;
  const shown = isWhole ? text.length : Math.min(typed, text.length);
  const latest = useRef({ shown, text });
  useEffect(() => {
    latest.current = { shown, text };
    // If typing starts later, as for a retried answer, the shown text stays.
    if (isWhole) setTyped(text.length);
  }, [shown, text, isWhole]);
  const hasMore = shown < text.length;
  useEffect(() => {
    if (!hasMore) return;
    let spentUntil = clock.now();
    const update = () => {
      const { shown: before, text: arrived } = latest.current;
      const next = typeFor(clock.now() - spentUntil, { shown: before, arrived: arrived.length });
      spentUntil += next.spentMs;
      latest.current.shown = passMarks(arrived, next.shown);
      setTyped(latest.current.shown);
      if (latest.current.shown < arrived.length) cancel = clock.after(updateMs, update);
    };
    let cancel = clock.after(updateMs, update);
    return () => cancel();
  }, [hasMore, clock]);
  const complete = useCallback(() => setCompleted(true), []);
  const end = hasMore ? findBreak(text, shown) : shown;
  const [rest = ''] = /\S/.test(text.charAt(end - 1)) ? (text.slice(end, end + longestRest).match(/^\S+/) ?? []) : [];
  return { text: text.slice(0, end), rest, isTyping: !isWhole && (hasMore || isArriving), complete };
}

const longestAddress = 2_000;

/** Marks of Markdown and addresses of links take no time. */
function passMarks(text: string, shown: number): number {
  const near = text.slice(Math.max(0, shown - longestAddress), shown);
  const link = `${near}${text.charAt(shown)}`.lastIndexOf('](');
  const isInAddress = link >= 0 && !/[\s)]/.test(near.slice(link));
  const passed = isInAddress ? /[^\s)]*\)?/y : /[*_`]*/y;
  passed.lastIndex = shown;
  passed.test(text);
  return passed.lastIndex || shown;
}

/** An address without spaces is not a word. */
const longestRest = 100;

// Firefox supports `Intl.Segmenter` from 125 on.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** The last place up to `shown` that splits no emoji or accented letter. */
export function findBreak(text: string, shown: number): number {
  const start = text.lastIndexOf(' ', shown - 1) + 1;
  const found = segmenter?.segment(text.slice(start, shown + 40)).containing(shown - start);
  return found ? start + found.index : shown;
}

/** Of many answers only one is typed, so only that answer subscribes. */
export function useReducedMotion(isWatched: boolean): boolean {
  const subscribe = useCallback((onChange: () => void) => (isWatched ? subscribeMotion(onChange) : () => {}), [isWatched]);
  const read = () => isWatched && isMotionReduced();
  return useSyncExternalStore(subscribe, read, read);
}
