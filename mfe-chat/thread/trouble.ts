import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import type { ProblemTexts } from '@enfilade/shared-contracts/ui/problem-texts';

/** What keeps the last question from its answer, and the way on. */
export interface Trouble extends ProblemTexts {
  /** A question to ask anew, where there is no message to send again. */
  question?: string;
}

type State = Pick<ConversationState, 'phase' | 'turn' | 'turns' | 'transcript' | 'failure'>;

/** A failure, or an answer that was left behind: the screen was closed or the language changed in its middle. */
export function pickTrouble(state: State): Trouble | undefined {
  const { phase, turn, turns, failure, transcript } = state;
  if (phase === 'failed' && failure) return describeFailure(failure);
  if (turns[turn]?.state !== 'broken' || isAnswerDue(pickProgress(state))) return undefined;
  const question = transcript.find((line) => line.turn === turn && line.speaker === 'visitor')?.text;
  const sentence = 'failure.unanswered';
  if (turns[turn]?.clientMessageId !== undefined) return { sentence, action: 'failure.retry' };
  return question === undefined ? undefined : { sentence, action: 'failure.askAgain', question };
}

/** Without a message that failed it is the chat itself that could not be set up. */
function describeFailure({ category, clientMessageId, retryAfterSeconds }: ConversationFailure): Trouble {
  if (clientMessageId === undefined) return { sentence: 'failure.setUp', action: 'failure.retry' };
  const trouble = { sentence: 'failure.send', action: 'failure.retry' } as const;
  if (retryAfterSeconds !== undefined) return { ...trouble, advice: 'failure.wait', count: retryAfterSeconds };
  return { ...trouble, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
