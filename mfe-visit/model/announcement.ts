import type { Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { Entry } from './entries.ts';

/** What a screen reader is told of an answer: that it is coming, then the whole of it, once. */
export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string };

/**
 * `sinceEntry` is the number of the last entry that was already there when the screen appeared: it was
 * read before and is not read again. An answer that is still arriving says nothing; it would be read in pieces.
 */
export function pickAnnouncement(phase: Phase, entries: readonly Entry[], sinceEntry: number): Announcement {
  if (phase === 'thinking') return { kind: 'thinking' };
  const last = entries.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && last.number > sinceEntry;
  return isNewAnswer ? { kind: 'answer', text: last.text } : { kind: 'none' };
}
