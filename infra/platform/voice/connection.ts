import { randomUUID } from 'node:crypto';
import { type Clock, createTimer } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { createOutbox, type RoomDown, roomCloseCodes } from './room-protocol.ts';

const ms = z.number().nonnegative().max(1e9);
const number = z.int().nonnegative().max(1e9);

const roomUpSchema = z.discriminatedUnion('t', [
  /** The first message. With `sessionId` the visitor returns after a lost connection, with the audio received since the room began. */
  z.object({
    t: z.literal('join'),
    sessionId: z.string().max(64).exactOptional(),
    receivedMs: ms.exactOptional(),
    received: number.exactOptional(),
  }),
  /** An app message of daily-js, a string. `n` counts from 1, and the room ignores a repeated number. */
  z.object({ t: z.literal('app'), n: number, data: z.string().max(16_384) }),
  /** After a `tick`: the number of the last received message. */
  z.object({ t: z.literal('received'), n: number }),
  z.object({ t: z.literal('microphone'), isOn: z.boolean() }),
  /** Every 100 ms during playback: audio played since the room began, and queued audio, in ms. */
  z.object({ t: z.literal('played'), ms, queuedMs: ms }),
  z.object({ t: z.literal('leave') }),
]);

/** The messages of a page to its room. */
export type RoomUp = z.infer<typeof roomUpSchema>;

export type AfterJoin = Exclude<RoomUp, { t: 'join' | 'received' }>;

/** A page that joins for the first time, or that returns after a lost connection. */
export interface JoinRequest {
  sessionId: string;
  isReturn: boolean;
  receivedMs: number;
  /** Number of the last app message that arrived here. */
  received: number;
}

export interface ConnectionOptions {
  clock: Clock;
  /** The connection is up. Messages of `sendNow` go out before the repeated messages, those of `send` after them. */
  onJoin(arrival: JoinRequest): void;
  onMessage(message: AfterJoin): void;
  onSamples(samples: Int16Array): void;
  /** The socket closed without a `leave`. */
  onLost(): void;
}

type Delivered = Omit<Extract<RoomDown, { n: number }>, 'n'>;

export type Connection = ReturnType<typeof createConnection>;

/** Limit of stored messages. The oldest are dropped. */
const mostWaiting = 2000;
/** Interval of ticks. The call machine treats a connection without messages as lost. */
const tickMs = 1000;

export function createConnection({ clock, onJoin, onMessage, onSamples, onLost }: ConnectionOptions) {
  let sessionId: string | undefined;
  let joined: WebSocket | undefined;
  const outbox = createOutbox<Delivered>(mostWaiting);
  let received = 0;
  let isJoining = false;
  let isClosed = false;
  const ticks = createTimer(clock);

  const write = (message: RoomDown) => joined?.send(JSON.stringify(message));

  const scheduleTick = () =>
    ticks.start(tickMs, () => {
      write({ t: 'tick', received });
      scheduleTick();
    });

  const join = (socket: WebSocket, { sessionId: claimed, receivedMs = 0, received: had = 0 }: Extract<RoomUp, { t: 'join' }>) => {
    const isReturn = claimed !== undefined && claimed === sessionId;
    // Another page has joined this room since.
    if (claimed !== undefined && !isReturn) return socket.close(roomCloseCodes.replaced);
    const former = joined;
    joined = socket;
    former?.close(roomCloseCodes.replaced);
    sessionId = isReturn ? claimed : randomUUID();
    if (isReturn) outbox.acknowledge(had);
    else {
      outbox.clear();
      received = 0;
    }
    scheduleTick();
    isJoining = true;
    onJoin({ sessionId, isReturn, receivedMs, received });
    isJoining = false;
    for (const message of outbox.pending()) write(message);
  };

  const receive = (message: Exclude<RoomUp, { t: 'join' }>) => {
    if (message.t === 'received') return outbox.acknowledge(message.n);
    if (message.t === 'app') {
      // A repeated message that had arrived.
      if (message.n <= received) return;
      received = message.n;
    }
    onMessage(message);
  };

  const handle = (socket: WebSocket, message: RoomUp | undefined) => {
    if (message === undefined) socket.close(1008);
    else if (message.t === 'join') {
      // The call ended before the page joined.
      if (isClosed) socket.close(roomCloseCodes.unknownRoom);
      else if (joined !== socket) join(socket, message);
    } else if (joined === socket) receive(message);
  };

  return {
    attach(socket: WebSocket) {
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (!isBinary) handle(socket, roomUpSchema.safeParse(parseJson(data.toString())).data);
        else if (joined === socket) onSamples(new Int16Array(Uint8Array.from(data).buffer, 0, data.length >> 1));
      });
      socket.on('error', () => socket.terminate());
      socket.once('close', () => {
        if (joined !== socket) return;
        joined = undefined;
        ticks.stop();
        onLost();
      });
    },
    send(message: Delivered) {
      const numbered = outbox.add(message);
      if (!isJoining) write(numbered);
    },
    sendNow: write,
    sendSamples(samples: Int16Array) {
      joined?.send(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    },
    disconnect: () => joined?.close(1000),
    close() {
      isClosed = true;
      ticks.stop();
      const socket = joined;
      joined = undefined;
      outbox.clear();
      socket?.close(1000);
    },
  };
}
