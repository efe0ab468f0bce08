/** One message of the conversation as `conversation-update` lists it. Times in ms since the epoch. */
export interface RecordedMessage {
  role: 'system' | 'user' | 'bot';
  message: string;
  time: number;
  endTime: number;
  secondsFromStart: number;
  duration?: number;
  source?: string;
}

export interface ConversationRecord {
  add(message: { role: RecordedMessage['role']; text: string; durationMs?: number; source?: string }): void;
  /** The body of `conversation-update`. */
  body(): object;
}

/**
 * What was said in a call. The assistant's instruction is not in it: it would reach the browser.
 * @param now ms since the epoch
 */
export function createConversationRecord(now: () => number): ConversationRecord {
  const startedAt = now();
  const messages: RecordedMessage[] = [];
  return {
    add({ role, text, durationMs = 0, source }) {
      const endTime = now();
      const time = endTime - durationMs;
      messages.push({
        role,
        message: text,
        time,
        endTime,
        secondsFromStart: (time - startedAt) / 1000,
        ...(durationMs > 0 && { duration: durationMs }),
        ...(source !== undefined && { source }),
      });
    },
    body() {
      const conversation = messages.map(({ role, message }) => ({ role: role === 'bot' ? 'assistant' : role, content: message }));
      return { messages, conversation, messagesOpenAIFormatted: conversation };
    },
  };
}
