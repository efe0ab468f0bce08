import type { Phase } from '@enfilade/shared-contracts/conversation/conversation';

/** Key of the status line's text, and the number it names. */
export interface Status {
  key: 'status.loading' | 'status.sending' | 'status.empty' | 'status.messages';
  count?: number;
}

export function pickStatus(phase: Phase, messageCount: number): Status {
  if (phase === 'thinking') return { key: 'status.sending' };
  if (messageCount > 0) return { key: 'status.messages', count: messageCount };
  return { key: phase === 'off' || phase === 'connecting' ? 'status.loading' : 'status.empty' };
}
