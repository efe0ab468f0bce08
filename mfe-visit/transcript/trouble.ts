import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import type { ProblemTexts } from '@enfilade/shared-contracts/ui/problem-texts';

/** What keeps the last question from its answer, and the way on. */
export interface Trouble extends ProblemTexts {
  /** A question to ask anew, where there is no message to send again. */
  question?: string;
}

/** Everything else is trouble of no kind a visitor could tell apart. */
const sentences: Partial<Record<ConversationFailure['category'], string>> = {
  timeout: 'failure.timeout',
  network: 'failure.unreachable',
};

type State = Pick<ConversationState, 'phase' | 'turn' | 'turns' | 'transcript' | 'failure' | 'transport'>;

/** A failure, or an answer that was left behind: the screen was closed, the mode or the language changed in its middle. */
export function pickTrouble(state: State): Trouble | undefined {
  const { phase, turn, turns, failure, transcript } = state;
  const isBroken = turns[turn]?.state === 'broken';
  const question = isBroken ? transcript.find((line) => line.turn === turn && line.speaker === 'visitor')?.text : undefined;
  if (phase === 'failed' && failure) {
    const trouble = describeFailure(failure);
    // Spoken: there is no message to send again, the words are asked anew.
    const isAskedAnew = failure.clientMessageId === undefined && question !== undefined && state.transport === 'voice';
    return isAskedAnew ? { ...trouble, action: 'failure.askAgain', question } : trouble;
  }
  if (!isBroken || isAnswerDue(pickProgress(state))) return undefined;
  const sentence = 'failure.unanswered';
  if (turns[turn]?.clientMessageId !== undefined) return { sentence, action: 'failure.retry' };
  return question === undefined ? undefined : { sentence, action: 'failure.askAgain', question };
}

function describeFailure({ category, retryAfterSeconds }: ConversationFailure): Trouble {
  const trouble: Trouble = { sentence: sentences[category] ?? 'failure.trouble', action: 'failure.retry' };
  if (retryAfterSeconds !== undefined) return { ...trouble, advice: 'failure.wait', count: retryAfterSeconds };
  return { ...trouble, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
