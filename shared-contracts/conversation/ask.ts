import { messageLimit } from '../api/limits.ts';
import type { Conversation, TransportKind } from './conversation.ts';
import type { Problem } from './problem.ts';

/** Sends a question and starts the conversation if it is off. In a call a typed question interrupts the guide. False if nothing was sent. */
export function ask(conversation: Conversation, transport: TransportKind, question: string): boolean {
  const { phase } = conversation.store.getState();
  if (phase === 'off') conversation.start(transport);
  if (phase === 'speaking' && transport === 'voice') conversation.interrupt();
  return conversation.send(question);
}

/** The action of a problem's button. */
export function retry(conversation: Conversation, transport: TransportKind, { question }: Problem): void {
  if (question !== undefined) {
    ask(conversation, transport, question);
    return;
  }
  if (conversation.store.getState().phase === 'off') conversation.start(transport);
  if (conversation.retry()) return;
  // If no message failed, the connection did.
  conversation.stop('retry');
  conversation.start(transport);
}

/** The number of characters left is shown from this length on. */
const countdownFrom = 1800;

/** Characters left for a message, negative if it is too long, undefined below `countdownFrom`. */
export function remainingCharacters(draft: string): number | undefined {
  const used = draft.trim().length;
  return used < countdownFrom ? undefined : messageLimit - used;
}

/** Whether the current draft can be sent. */
export function isSendable(draft: string): boolean {
  const used = draft.trim().length;
  return used > 0 && used <= messageLimit;
}
