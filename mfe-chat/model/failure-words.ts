import type { ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';

/** Keys of the sentence that says what happened and of the one that says what became of the question. */
export interface FailureWords {
  sentence: string;
  advice?: string;
  /** Seconds, for the advice that names them. */
  count?: number;
}

/** Without a message that failed it is the chat itself that could not be set up. */
export function pickFailureWords({ category, clientMessageId, retryAfterSeconds }: ConversationFailure): FailureWords {
  if (clientMessageId === undefined) return { sentence: 'failure.setUp' };
  const sentence = 'failure.send';
  if (retryAfterSeconds !== undefined) return { sentence, advice: 'failure.wait', count: retryAfterSeconds };
  return { sentence, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
