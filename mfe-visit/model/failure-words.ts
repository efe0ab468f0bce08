import type { ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';

/** Keys of the sentence that says what happened and of the one that says what to do. */
export interface FailureWords {
  sentence: string;
  advice: string;
  /** Seconds, for the advice that names them. */
  count?: number;
}

const sentences: Record<ConversationFailure['category'], string> = {
  timeout: 'failure.timeout',
  network: 'failure.unreachable',
  refused: 'failure.trouble',
  interrupted: 'failure.trouble',
  malformed: 'failure.trouble',
};

export function pickFailureWords({ category, retryAfterSeconds }: ConversationFailure): FailureWords {
  const sentence = sentences[category];
  if (retryAfterSeconds !== undefined) return { sentence, advice: 'failure.wait', count: retryAfterSeconds };
  return { sentence, advice: category === 'interrupted' ? 'failure.cut' : 'failure.kept' };
}
