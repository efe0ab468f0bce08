import type { Speaker, Turn } from './conversation.ts';
import type { Progress } from './progress.ts';

export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string; generated?: string | undefined };

interface Utterance {
  speaker: Speaker;
  state: Turn['state'];
  /** The value of `data-generated`. */
  generated?: string | undefined;
}

/** An incomplete last answer is not announced yet. */
export function countAnnounced(utterances: readonly Utterance[]): number {
  return utterances.at(-1)?.state === 'complete' ? utterances.length : Math.max(0, utterances.length - 1);
}

interface AnnouncementOptions<Item> {
  progress: Progress;
  announcedBefore: number;
  textOf(item: NoInfer<Item>): string;
}

/** An arriving answer is not announced, because screen readers would read the answer in pieces. */
export function pickAnnouncement<Item extends Utterance>(
  utterances: readonly Item[],
  { progress, announcedBefore, textOf }: AnnouncementOptions<Item>,
): Announcement {
  if (progress === 'thinking') return { kind: 'thinking' };
  const last = utterances.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && utterances.length > announcedBefore;
  return isNewAnswer ? { kind: 'answer', text: textOf(last), generated: last.generated } : { kind: 'none' };
}
