import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { isAnswerDue, pickProgress } from './progress.ts';

/** What keeps the last question from its answer, as keys of texts. */
export interface Trouble {
  /** What happened. */
  sentence: string;
  /** What became of the question, or what to do. */
  advice?: string;
  /** Seconds, for the advice that names them. */
  count?: number;
  /** The word on the button. */
  remedy: 'failure.retry' | 'failure.askAgain';
  /** A question to ask anew; without it the conversation tries again by itself. */
  question?: string;
}

type State = Pick<ConversationState, 'phase' | 'turn' | 'turns' | 'transcript' | 'failure'>;

/** A failure, or an answer that was left behind: the screen was closed or the language changed in its middle. */
export function pickTrouble(state: State): Trouble | undefined {
  const { phase, turn, turns, failure, transcript } = state;
  if (phase === 'failed' && failure) return describeFailure(failure);
  if (turns[turn]?.state !== 'broken' || isAnswerDue(pickProgress(state))) return undefined;
  const question = transcript.find((line) => line.turn === turn && line.speaker === 'visitor')?.text;
  return question === undefined ? undefined : { sentence: 'failure.unanswered', remedy: 'failure.askAgain', question };
}

/** Without a message that failed it is the chat itself that could not be set up. */
function describeFailure({ category, clientMessageId, retryAfterSeconds }: ConversationFailure): Trouble {
  if (clientMessageId === undefined) return { sentence: 'failure.setUp', remedy: 'failure.retry' };
  const trouble = { sentence: 'failure.send', remedy: 'failure.retry' } as const;
  if (retryAfterSeconds !== undefined) return { ...trouble, advice: 'failure.wait', count: retryAfterSeconds };
  return { ...trouble, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
