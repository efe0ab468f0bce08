import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';

/** What was said belongs to one exhibition of one museum. */
export function forgetOtherConversations({ store }: VisitorSession, conversation: Conversation): () => void {
  return store.subscribe((now, before) => {
    const isElsewhere = before.exhibitionId !== undefined && now.exhibitionId !== before.exhibitionId;
    if (isElsewhere || (before.museumId !== undefined && now.museumId !== before.museumId)) conversation.reset();
  });
}
