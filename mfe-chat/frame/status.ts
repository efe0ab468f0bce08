import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { Phase } from '../dictation/dictation-state.ts';

/** Key of the status line's text, and the number it names. */
export interface Status {
  key: 'status.loading' | 'status.recording' | 'status.sending' | 'status.empty' | 'status.messages';
  count?: number;
}

/** The visitor's own action comes first: a recording, then a message that is being sent. */
export function pickStatus(progress: Progress, messageCount: number, dictation: Phase): Status {
  if (dictation === 'recording') return { key: 'status.recording' };
  if (dictation === 'transcribing' || progress === 'thinking') return { key: 'status.sending' };
  if (messageCount > 0) return { key: 'status.messages', count: messageCount };
  return { key: progress === 'loading' ? 'status.loading' : 'status.empty' };
}
