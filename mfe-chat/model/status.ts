import type { Progress } from './progress.ts';

/** Key of the status line's text, and the number it names. */
export interface Status {
  key: 'status.loading' | 'status.sending' | 'status.empty' | 'status.messages';
  count?: number;
}

export function pickStatus(progress: Progress, messageCount: number): Status {
  if (progress === 'thinking') return { key: 'status.sending' };
  if (messageCount > 0) return { key: 'status.messages', count: messageCount };
  return { key: progress === 'loading' ? 'status.loading' : 'status.empty' };
}
