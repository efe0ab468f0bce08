import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type ChatResponse, chatEventSchemas } from '@enfilade/shared-contracts/api/schemas';
import { HttpError } from '../../http/http-error.ts';
import type { ChatTurn } from './chat-turns.ts';
import type { TurnEvent } from './turn-event.ts';

/** The whole answer of a turn. @throws HttpError with which the turn failed, or when the visitor left */
export function collectAnswer(turn: ChatTurn, request: IncomingMessage): Promise<ChatResponse> {
  return new Promise((resolve, reject) => {
    const answer: ChatResponse = { messageId: '', text: '', sources: [] };
    const { socket } = request;
    let leave = () => {};
    const onClose = () => {
      leave();
      reject(new HttpError('upstream-failed', { reason: 'the visitor left' }));
    };
    socket.once('close', onClose);
    leave = turn.listen((event) => {
      add(answer, event);
      if (event.event !== 'done' && event.event !== 'error') return;
      socket.off('close', onClose);
      if (event.event === 'done') resolve(answer);
      else reject(new HttpError(event.data.code, { retryAfterSeconds: event.data.retryAfterSeconds }));
    });
  });
}

function add(answer: ChatResponse, { event, data }: TurnEvent): void {
  if (event === 'text') answer.text += data.delta;
  if (event === 'source') answer.sources.push(data);
  if (event === 'room') answer.room = data;
  if (event === 'done') answer.messageId = data.messageId;
}

/** A turn as server-sent events. Destroying the stream, as happens when the browser leaves, leaves the turn. */
export function createEventStream(turn: ChatTurn): Readable {
  let leave = () => {};
  const stream = new Readable({
    read() {},
    destroy(error, callback) {
      leave();
      callback(error);
    },
  });
  leave = turn.listen((event) => {
    stream.push(formatEvent(event));
    if (event.event === 'done' || event.event === 'error') stream.push(null);
  });
  return stream;
}

/** JSON holds no line ending, so one `data` line is enough. */
function formatEvent({ event, data }: TurnEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(chatEventSchemas[event].parse(data))}\n\n`;
}
