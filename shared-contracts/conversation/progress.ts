import type { ConversationState } from './conversation.ts';
import { findTurn } from './turns.ts';

/** loading: not connected yet, writing is possible · idle: the visitor's move · thinking: sent, no word yet · answering: words arrive. */
export type Progress = 'loading' | 'idle' | 'thinking' | 'answering';

/** A message that waits for the connection counts as sent: the visitor has done their part. */
export function pickProgress({ phase, turn, turns }: Pick<ConversationState, 'phase' | 'turn' | 'turns'>): Progress {
  if (phase === 'thinking') return 'thinking';
  if (phase === 'speaking') return 'answering';
  if (phase === 'connecting' || phase === 'off') return findTurn(turns, turn)?.state === 'arriving' ? 'thinking' : 'loading';
  return 'idle';
}

/** While an answer is on its way nothing else is sent. */
export const isAnswerDue = (progress: Progress) => progress === 'thinking' || progress === 'answering';
