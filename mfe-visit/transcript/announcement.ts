import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { Entry } from './entries.ts';

/** What a screen reader is told of an answer: that it is coming, then the whole of it, once. */
export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string };

/** How many entries need no reading any more; an answer that is not whole yet does. */
export function countRead(entries: readonly Entry[]): number {
  return entries.at(-1)?.state === 'complete' ? entries.length : Math.max(0, entries.length - 1);
}

/**
 * `readBefore` is `countRead` of the entries that were there when the screen appeared: they are not read
 * again. An answer that is still arriving says nothing; it would be read in pieces.
 */
export function pickAnnouncement(progress: Progress, entries: readonly Entry[], readBefore: number): Announcement {
  if (progress === 'thinking') return { kind: 'thinking' };
  const last = entries.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && last.number > readBefore;
  return isNewAnswer ? { kind: 'answer', text: last.text } : { kind: 'none' };
}
