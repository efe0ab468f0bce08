import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import { type Message, plainTextOf } from './messages.ts';

/** What a screen reader is told of an answer: that it is coming, then the whole of it, once. */
export type Announcement = { kind: 'none' } | { kind: 'typing' } | { kind: 'answer'; text: string };

/** How many messages need no reading any more; an answer that is not whole yet does. */
export function countRead(messages: readonly Message[]): number {
  return messages.at(-1)?.state === 'complete' ? messages.length : Math.max(0, messages.length - 1);
}

/**
 * `readBefore` is `countRead` of the messages that were there when the screen appeared: they are not read
 * again. An answer that is still arriving says nothing; it would be read in pieces.
 */
export function pickAnnouncement(progress: Progress, messages: readonly Message[], readBefore: number): Announcement {
  if (progress === 'thinking') return { kind: 'typing' };
  const last = messages.at(-1);
  const isNewAnswer = last?.role === 'assistant' && last.state === 'complete' && messages.length > readBefore;
  return isNewAnswer ? { kind: 'answer', text: plainTextOf(last) } : { kind: 'none' };
}
