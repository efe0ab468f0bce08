import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';

/**
 * A page runs the release set of one museum. When another tab has taken the visitor to another museum, this
 * page starts over there instead of mixing two museums' screens.
 */
export function leaveOtherMuseum({ store }: VisitorSession, page: Document): () => void {
  return store.subscribe(({ museumId }, before) => {
    const shown = page.documentElement.dataset['museum'];
    if (museumId && museumId !== before.museumId && shown && museumId !== shown) page.location.replace('/');
  });
}

/** What was said belongs to one exhibition of one museum. */
export function forgetOtherConversations({ store }: VisitorSession, conversation: Conversation): () => void {
  return store.subscribe((now, before) => {
    const isElsewhere = before.exhibitionId !== undefined && now.exhibitionId !== before.exhibitionId;
    if (isElsewhere || (before.museumId !== undefined && now.museumId !== before.museumId)) conversation.reset();
  });
}
