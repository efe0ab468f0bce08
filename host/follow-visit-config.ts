import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';

/** A running conversation follows how the visitor wants to talk and whether the guide is to be heard. */
export function followVisitConfig(
  { store }: Pick<VisitorSession, 'store'>,
  conversation: Pick<Conversation, 'setTalkingMode' | 'setGuideMuted'>,
): () => void {
  return store.subscribe(({ visitConfig: now }, { visitConfig: before }) => {
    if (now.talkingMode !== before.talkingMode) conversation.setTalkingMode(now.talkingMode);
    if (now.isAudioMuted !== before.isAudioMuted) conversation.setGuideMuted(now.isAudioMuted);
  });
}
