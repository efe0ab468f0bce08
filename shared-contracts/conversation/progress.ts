import type { ConversationState } from './conversation.ts';
import { findTurn } from './turns.ts';

/** loading: not connected, typing is possible · idle: waiting for the visitor · thinking: sent, no words yet · answering: words arrive. */
export type Progress = 'loading' | 'idle' | 'thinking' | 'answering';

/** A message that waits for the connection counts as sent. */
export function pickProgress({ phase, turn, turns }: Pick<ConversationState, 'phase' | 'turn' | 'turns'>): Progress {
  if (phase === 'thinking') return 'thinking';
  if (phase === 'speaking') return 'answering';
  if (phase === 'connecting' || phase === 'off') return findTurn(turns, turn)?.state === 'arriving' ? 'thinking' : 'loading';
  return 'idle';
}

export const isAnswerDue = (progress: Progress) => progress === 'thinking' || progress === 'answering';
