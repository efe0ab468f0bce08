import type { Speaker, Turn } from './conversation.ts';
import type { Progress } from './progress.ts';

/** The announcement for screen readers: “thinking”, then the complete answer once. */
export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string; generated?: string | undefined };

/** The fields of an entry that announcing needs. */
interface Utterance {
  speaker: Speaker;
  state: Turn['state'];
  /** The entry's origin mark. */
  generated?: string | undefined;
}

/** The number of utterances without a pending announcement. An incomplete last answer is still pending. */
export function countAnnounced(utterances: readonly Utterance[]): number {
  return utterances.at(-1)?.state === 'complete' ? utterances.length : Math.max(0, utterances.length - 1);
}

interface AnnouncementOptions<Item> {
  progress: Progress;
  /** `countAnnounced` of the utterances when the screen appeared. */
  announcedBefore: number;
  textOf(item: NoInfer<Item>): string;
}

/** Picks no announcement while an answer arrives, because screen readers would read it in pieces. */
export function pickAnnouncement<Item extends Utterance>(
  utterances: readonly Item[],
  { progress, announcedBefore, textOf }: AnnouncementOptions<Item>,
): Announcement {
  if (progress === 'thinking') return { kind: 'thinking' };
  const last = utterances.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && utterances.length > announcedBefore;
  return isNewAnswer ? { kind: 'answer', text: textOf(last), generated: last.generated } : { kind: 'none' };
}
