import type { ConversationFailure, ConversationState } from './conversation.ts';
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

/** Why the last question has no answer, as keys of the screen's texts. */
export interface Problem<Sentence extends string = string> {
  sentence: Sentence | 'failure.unanswered';
  advice?: 'failure.wait' | 'failure.cut' | 'failure.kept';
  /** Seconds, for the advice `failure.wait`. */
  count?: number;
  action: 'failure.retry' | 'failure.askAgain';
  /** The question to ask again, if no message can be sent again. */
  question?: string;
}

type State = Pick<ConversationState, 'phase' | 'turn' | 'turns' | 'failure' | 'transport'>;

/** An answer is unfinished if the screen was closed, or the mode or language changed, while the answer arrived. */
export function pickProblem<Sentence extends string>(
  state: State,
  describeFailure: (failure: ConversationFailure) => Problem<Sentence>,
): Problem<Sentence> | undefined {
  const { phase, turn, turns, failure, transport } = state;
  const details = findTurn(turns, turn);
  const isBroken = details?.state === 'broken';
  const question = isBroken ? details.question : undefined;
  if (phase === 'failed' && failure) {
    const problem = describeFailure(failure);
    const wasSpoken = failure.clientMessageId === undefined && question !== undefined && transport === 'voice';
    return wasSpoken ? { ...problem, action: 'failure.askAgain', question } : problem;
  }
  if (!isBroken || isAnswerDue(pickProgress(state))) return undefined;
  const sentence = 'failure.unanswered';
  if (details.clientMessageId !== undefined) return { sentence, action: 'failure.retry' };
  return question === undefined ? undefined : { sentence, action: 'failure.askAgain', question };
}

export function describeFailedMessage<Sentence extends string>(
  sentence: Sentence,
  { category, retryAfterSeconds }: ConversationFailure,
): Problem<Sentence> {
  const problem = { sentence, action: 'failure.retry' } as const;
  if (retryAfterSeconds !== undefined) return { ...problem, advice: 'failure.wait', count: retryAfterSeconds };
  return { ...problem, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
