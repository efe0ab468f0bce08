import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';

/** A call speaks one language: when the page has switched, it begins anew in the other, told what was said. */
export function restartInLanguage(bus: EventBus, conversation: Pick<Conversation, 'store' | 'start' | 'stop'>): () => void {
  return bus.on('language-changed', () => {
    const { transport, phase } = conversation.store.getState();
    if (transport !== 'voice' || phase === 'off' || phase === 'failed') return;
    conversation.stop('language');
    conversation.start('voice');
  });
}
