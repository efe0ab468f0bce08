import type { Progress } from '../progress.ts';
import { type Entry, plainTextOf } from './entries.ts';

/** `generated` is the value of `data-generated`. */
export type Announcement = { kind: 'none' } | { kind: 'thinking' } | { kind: 'answer'; text: string; generated?: string | undefined };

type Said = Pick<Entry, 'speaker' | 'state' | 'text' | 'isMarkdown' | 'generated'>;

/** An incomplete last answer is not announced yet. */
export function countAnnounced(said: readonly Said[]): number {
  return said.at(-1)?.state === 'complete' ? said.length : Math.max(0, said.length - 1);
}

/** An arriving answer is not announced, because screen readers would read the answer in pieces. */
export function pickAnnouncement(said: readonly Said[], progress: Progress, announcedBefore: number): Announcement {
  if (progress === 'thinking') return { kind: 'thinking' };
  const last = said.at(-1);
  const isNewAnswer = last?.speaker === 'guide' && last.state === 'complete' && said.length > announcedBefore;
  return isNewAnswer ? { kind: 'answer', text: plainTextOf(last), generated: last.generated } : { kind: 'none' };
}
