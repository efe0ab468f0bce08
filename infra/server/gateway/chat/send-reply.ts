import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { addToReply, formatReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import type { ChatResponse } from '@enfilade/shared-contracts/api/schemas';
import { HttpError } from '../../http/http-error.ts';
import type { ChatTurn } from './chat-turns.ts';

/** The whole reply of a turn. @throws HttpError with which the turn failed, or when the visitor left */
export function collectReply(turn: ChatTurn, { socket }: IncomingMessage): Promise<ChatResponse> {
  return new Promise((resolve, reject) => {
    const reply: Omit<ChatResponse, 'messageId'> = { text: '', sources: [] };
    let leave = () => {};
    const onClose = () => {
      leave();
      reject(new HttpError('upstream-failed', { reason: 'the visitor left' }));
    };
    socket.once('close', onClose);
    leave = turn.subscribe((event) => {
      if (event.type !== 'done' && event.type !== 'error') return addToReply(reply, event);
      socket.off('close', onClose);
      if (event.type === 'done') resolve({ ...reply, messageId: event.messageId });
      else reject(new HttpError(event.code, { retryAfterSeconds: event.retryAfterSeconds }));
    });
  });
}

/** A turn as server-sent events. Destroying the stream, as happens when the browser leaves, leaves the turn. */
export function createReplyStream(turn: ChatTurn): Readable {
  let leave = () => {};
  const stream = new Readable({
    read() {},
    destroy(error, callback) {
      leave();
      callback(error);
    },
  });
  leave = turn.subscribe((event) => {
    stream.push(formatReplyEvent(event));
    if (event.type === 'done' || event.type === 'error') stream.push(null);
  });
  return stream;
}
