import type { Conversation, ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { describeFailedMessage, type Problem } from '@enfilade/shared-contracts/conversation/progress';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useEffect } from 'react';

type FailureKey = 'failure.offline' | 'failure.timeout' | 'failure.unreachable' | 'failure.trouble';

/** Any other failure has the sentence `failure.trouble`. */
const sentences: Partial<Record<ConversationFailure['category'], FailureKey>> = {
  timeout: 'failure.timeout',
  network: 'failure.unreachable',
};

export function describeFailure(failure: ConversationFailure, isOnline: boolean): Problem<FailureKey> {
  const sentence = failure.category === 'network' && !isOnline ? 'failure.offline' : sentences[failure.category];
  return describeFailedMessage(sentence ?? 'failure.trouble', failure);
}

/**
 * Starts the written conversation while shown; useVoice starts the call. A change of the visit mode, in any tab, stops and starts the
 * conversation, and keeps the transcript.
 */
export function useRunningConversation(conversation: Conversation, session: VisitorSession, isAudio: boolean) {
  useEffect(() => {
    if (!isAudio) conversation.start('text');
  }, [conversation, isAudio]);
  useEffect(() => {
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.visitConfig.visitMode !== before.visitConfig.visitMode) restart(conversation, now.visitConfig.inputMode);
    });
    return () => {
      unsubscribe();
      conversation.stop('screen-left');
    };
  }, [conversation, session]);
}

function restart(conversation: Conversation, inputMode: VisitConfig['inputMode']): void {
  const { transport } = conversation.store.getState();
  conversation.stop('mode-changed');
  if (inputMode === 'text') conversation.start('text');
  else if (transport === 'voice') conversation.start('voice');
}
