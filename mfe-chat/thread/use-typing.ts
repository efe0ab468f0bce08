import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { typeFor } from './typing-speed.ts';

const wish = '(prefers-reduced-motion: reduce)';

const read = () => window.matchMedia(wish).matches;

/** Whether the visitor wants no motion, followed while `isWatched`: of many answers only one moves. */
export function useReducedMotion(isWatched: boolean): boolean {
  const subscribe = useCallback(
    (redraw: () => void) => {
      if (!isWatched) return () => {};
      const query = window.matchMedia(wish);
      query.addEventListener('change', redraw);
      return () => query.removeEventListener('change', redraw);
    },
    [isWatched],
  );
  const readWatched = () => isWatched && read();
  return useSyncExternalStore(subscribe, readWatched, readWatched);
}

/** Between two drawings: several characters at full speed, still fluent. */
const stepMs = 32;

interface TypingOptions {
  /** The text as it has arrived; one that does not begin with the former takes its place and is typed anew. */
  text: string;
  /** Its visible characters. */
  total: number;
  /** More of it may come. */
  isArriving: boolean;
  /** Otherwise it is shown whole: it was there before, or nobody waits for it any more. */
  isTyped: boolean;
  /** The visitor wants no motion, or the answer was ended. */
  skips: boolean;
  clock: Clock;
}

interface Typing {
  /** Characters to show, never more than `total`. */
  shown: number;
  /** Something is still to be typed, or awaited. */
  isTyping: boolean;
  /** Shows all there is, and what is still to come of this text as it comes. */
  complete(): void;
}

/** Shows a text as if it were typed, at the pace of model/typing. What was missed in the background is caught up. */
export function useTyping({ text, total, isArriving, isTyped, skips, clock }: TypingOptions): Typing {
  const [typed, setTyped] = useState(isTyped ? 0 : total);
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
  const shown = isWhole ? total : Math.min(typed, total);
  const latest = useRef({ shown, total });
  useEffect(() => {
    latest.current = { shown, total };
    // What was shown stays shown when the text begins to be typed: one that is tried again.
    if (isWhole) setTyped(total);
  }, [shown, total, isWhole]);

  const isMoving = shown < total;
  useEffect(() => {
    if (!isMoving) return;
    let spentUntil = clock.now();
    const step = () => {
      const { shown: before, total: arrived } = latest.current;
      const next = typeFor(clock.now() - spentUntil, { shown: before, arrived });
      spentUntil += next.spentMs;
      latest.current.shown = next.shown;
      setTyped(next.shown);
      if (next.shown < arrived) cancel = clock.after(stepMs, step);
    };
    let cancel = clock.after(stepMs, step);
    return () => cancel();
  }, [isMoving, clock]);

  const complete = useCallback(() => setCompleted(true), []);
  return { shown, isTyping: !isWhole && (isMoving || isArriving), complete };
}
