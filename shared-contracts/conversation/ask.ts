import { messageLimit } from '../api/limits.ts';
import type { Conversation, TransportKind } from './conversation.ts';
import type { Problem } from './progress.ts';

/** Starts the conversation if it is off. In a call, a typed question interrupts the guide. Returns false if nothing was sent. */
export function ask(conversation: Conversation, transport: TransportKind, question: string): boolean {
  const { phase } = conversation.store.getState();
  if (phase === 'off') conversation.start(transport);
  if (phase === 'speaking' && transport === 'voice') conversation.interrupt();
  return conversation.send(question);
}

export function retry(conversation: Conversation, transport: TransportKind, { question }: Problem): void {
  if (question !== undefined) {
    ask(conversation, transport, question);
    return;
  }
  if (conversation.store.getState().phase === 'off') conversation.start(transport);
  if (conversation.retry()) return;
  // If no message failed, the connection failed.
  conversation.stop('retry');
  conversation.start(transport);
}

const countdownFrom = 1800;

/** Negative if the message is too long, undefined below `countdownFrom`. */
export function remainingCharacters(draft: string): number | undefined {
  const used = draft.trim().length;
  return used < countdownFrom ? undefined : messageLimit - used;
}

export function isSendable(draft: string): boolean {
  const used = draft.trim().length;
  return used > 0 && used <= messageLimit;
}
