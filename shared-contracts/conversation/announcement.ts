import type { Speaker, Turn } from './conversation.ts';
import type { Progress } from './progress.ts';

/** What a screen reader announces of an answer: that the guide is thinking, then the whole answer, once. */
export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string; generated?: string | undefined };

/** What one speaker said in one turn, as far as announcing needs it. */
interface Utterance {
  speaker: Speaker;
  state: Turn['state'];
  /** The mark on the page. */
  generated?: string | undefined;
}

/** How many utterances need no announcement any more; an answer that is not complete still does. */
export function countAnnounced(utterances: readonly Utterance[]): number {
  return utterances.at(-1)?.state === 'complete' ? utterances.length : Math.max(0, utterances.length - 1);
}

interface AnnouncementOptions<Item> {
  progress: Progress;
  /** `countAnnounced` of the utterances that were there when the screen appeared. */
  announcedBefore: number;
  textOf(item: NoInfer<Item>): string;
}

/** An answer that is still arriving is not announced: it would be read in pieces. */
export function pickAnnouncement<Item extends Utterance>(
  utterances: readonly Item[],
  { progress, announcedBefore, textOf }: AnnouncementOptions<Item>,
): Announcement {
  if (progress === 'thinking') return { kind: 'thinking' };
  const last = utterances.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && utterances.length > announcedBefore;
  return isNewAnswer ? { kind: 'answer', text: textOf(last), generated: last.generated } : { kind: 'none' };
}
