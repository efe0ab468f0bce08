import { Readable } from 'node:stream';
import { chatEventSchemas } from '@enfilade/shared-contracts/api/schemas';
import type { ChatTurn } from './chat-turn.ts';
import type { TurnEvent } from './turn-event.ts';

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
