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
    return isAskedAnew ? { ...trouble, remedy: 'failure.askAgain', question } : trouble;
  }
  if (!isBroken || isAnswerDue(pickProgress(state))) return undefined;
  return question === undefined ? undefined : { sentence: 'failure.unanswered', remedy: 'failure.askAgain', question };
}

function describeFailure({ category, retryAfterSeconds }: ConversationFailure): Trouble {
  const trouble: Trouble = { sentence: sentences[category] ?? 'failure.trouble', remedy: 'failure.retry' };
  if (retryAfterSeconds !== undefined) return { ...trouble, advice: 'failure.wait', count: retryAfterSeconds };
  return { ...trouble, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
