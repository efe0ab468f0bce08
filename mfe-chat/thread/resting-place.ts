/** What stays free above the newest answer when it has reached the top. */
const freeAbovePx = 8;

/** Nearer than this to its end a list counts as read to the end. */
const nearEndPx = 48;
/** Browsers put a box on whole pixels of the device. */
export const roundingPx = 1;

export interface View {
  /** As of the box that scrolls, in px. */
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

/**
 * How far the box may scroll by itself while the answer grows: its first words stay in sight. `answerTop` is where
 * they stand, in px from the top of what scrolls. Endless without an answer.
 */
export function restingLimit(answerTop: number | undefined): number {
  return answerTop === undefined ? Number.POSITIVE_INFINITY : answerTop - freeAbovePx;
}

/** Where the box scrolls to: to its end, or as far as it may; never back. */
export function restingPlace(view: View, limit: number): number {
  return Math.max(view.scrollTop, Math.min(hiddenBelow(view) + view.scrollTop, limit));
}

const hiddenBelow = ({ scrollTop, scrollHeight, clientHeight }: View) => scrollHeight - clientHeight - scrollTop;

export const isNearEnd = (view: View) => hiddenBelow(view) <= nearEndPx;

/**
 * What a box does while its content grows. beginning: it goes to the end, as long as the newest answer's first
 * words stay in sight · end: it goes to the end, the visitor is past those words · nothing: they read elsewhere.
 */
export type Following = 'beginning' | 'end' | 'nothing';

interface Move {
  before: Following;
  /** By the visitor; downwards is positive. */
  movedPx: number;
  /** As of `restingLimit`. */
  limit: number;
}

/** What the box does after a move: upwards it lets go at once, downwards it holds on again near its end. */
export function pickFollowing(view: View, { before, movedPx, limit }: Move): Following {
  if (Math.abs(movedPx) <= roundingPx) return before;
  // At the very end a box may also have been put by what it holds growing smaller.
  const isAtEnd = hiddenBelow(view) <= roundingPx || (movedPx > 0 && isNearEnd(view));
  if (!isAtEnd) return 'nothing';
  return view.scrollTop > limit + roundingPx ? 'end' : 'beginning';
}
