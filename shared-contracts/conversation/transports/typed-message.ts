import type { ClientMessage } from '../../voice/voice-client.ts';

/** Characters of an app message on its way, which is JSON in JSON. */
const appMessageLimit = 4096;

/** A visitor's typed words as a message into the call; undefined when they do not fit. */
export function addMessage(content: string): ClientMessage | undefined {
  const message: ClientMessage = { type: 'add-message', message: { role: 'user', content } };
  return JSON.stringify(JSON.stringify(message)).length > appMessageLimit ? undefined : message;
}
