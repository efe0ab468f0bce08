import { messageLimit } from '../api/limits.ts';
import type { Conversation, TransportKind } from './conversation.ts';
import type { Problem } from './problem.ts';

/** Sends a question, starting a conversation that has ended. In a call a typed question interrupts the guide. False when nothing was sent. */
export function ask(conversation: Conversation, transport: TransportKind, question: string): boolean {
  const { phase } = conversation.store.getState();
  if (phase === 'off') conversation.start(transport);
  if (phase === 'speaking' && transport === 'voice') conversation.interrupt();
  return conversation.send(question);
}

/** What the button of a problem does. */
export function retry(conversation: Conversation, transport: TransportKind, { question }: Problem): void {
  if (question !== undefined) {
    ask(conversation, transport, question);
    return;
  }
  if (conversation.store.getState().phase === 'off') conversation.start(transport);
  if (conversation.retry()) return;
  // No message failed: connect again.
  conversation.stop('retry');
  conversation.start(transport);
}

/** From here on the number of characters left is shown. */
const countdownFrom = 1800;

/** Characters left for a message, negative if it is too long; undefined while there is plenty of room. */
export function remainingCharacters(draft: string): number | undefined {
  const used = draft.trim().length;
  return used < countdownFrom ? undefined : messageLimit - used;
}

/** Whether the current draft can be sent. */
export function isSendable(draft: string): boolean {
  const used = draft.trim().length;
  return used > 0 && used <= messageLimit;
}
