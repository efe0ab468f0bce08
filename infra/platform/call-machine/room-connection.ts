import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { RoomUp } from '../voice/connection.ts';
import { createOutbox, type RoomDown, roomCloseCodes } from '../voice/room-protocol.ts';

export interface SocketEvents {
  opened(): void;
  message(message: RoomDown): void;
  sound(pcm: ArrayBuffer): void;
  /** The other side closed the socket, or the socket never opened. Not called after `close`. */
  closed(code: number): void;
}

/** A closed socket emits nothing, and ignores what is sent. */
export type RoomSocket = { send(message: RoomUp | ArrayBuffer): void; close(): void };

export type OpenSocket = (url: string, events: SocketEvents) => RoomSocket;

export const openSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => {
    // Not validated, because both ends are from one build of the site.
    if (data instanceof ArrayBuffer) events.sound(data);
    else events.message(JSON.parse(data));
  };
  socket.onclose = ({ code }) => events.closed(code);
  return {
    send: (message) => socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message)),
    close() {
      Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
      socket.close(1000);
    },
  };
};

/** A room sends a message every second. A connection that is silent for this time is lost. */
const silenceLimitMs = 3_000;
const checkEveryMs = 500;
/** A check that is this late means that the page was suspended and has messages to read, so the connection is not silent. */
const sleepMs = 1_500;

export const giveUpAfterMs = 30_000;
const firstDelayMs = 300;
const longestDelayMs = 2_000;

export function retryDelay(failures: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
}

export type Joined = Extract<RoomDown, { t: 'joined' }>;
export type RoomMessage = Exclude<RoomDown, { t: 'joined' | 'tick' }>;
/** `replaced`: another page joined the room. */
export type CloseCause = 'no-room' | 'replaced' | 'no-answer';

interface ConnectionEvents {
  joined(joined: Joined): void;
  message(message: RoomMessage): void;
  sound(pcm: ArrayBuffer): void;
  lost(): void;
  restored(joined: Joined): void;
  closed(cause: CloseCause): void;
}

export interface ConnectionOptions {
  url: string;
  clock: Clock;
  open: OpenSocket;
}

const tryLimitMs = 5_000;
/** Timeout of the first try. The page has a shorter timeout of its own. */
const firstTryLimitMs = 60_000;
const mostUnconfirmed = 64;
type AppUp = Omit<Extract<RoomUp, { t: 'app' }>, 'n'>;
type Outgoing = Exclude<RoomUp, { t: 'app' }> | AppUp | ArrayBuffer;
const { unknownRoom, replaced } = roomCloseCodes;

/** Survives lost sockets, until `end`, `closed` or the end of the room. */
export class RoomConnection {
  private readonly options: ConnectionOptions;
  private readonly events: ConnectionEvents;
  private socket: RoomSocket | undefined;
  /** The room's first answer. */
  private joined: Joined | undefined;
  private isUp: boolean = false;
  private isEnded: boolean = false;
  private failures = 0;
  private readonly outbox = createOutbox<AppUp>(mostUnconfirmed);
  /** Numbers of the last received message, and of the last message that was confirmed to the room. */
  private received = 0;
  private confirmed = 0;
  private receivedMs = 0;
  /** Arrival of the last message or sound, in ms of the clock. */
  private heardAt = 0;
  private cancelCheck = () => {};
  private cancelTryLimit = () => {};
  private cancelRetry = () => {};
  private cancelGiveUp = () => {};

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.options = options;
    this.events = events;
  }

  /** An app message is repeated after a reconnection. Sound and other messages are sent only while connected. */
  send(message: Outgoing): void {
    const numbered = message instanceof ArrayBuffer || message.t !== 'app' ? message : this.outbox.add(message);
    if (this.isUp) this.socket?.send(numbered);
  }

  /** Treats the connection as lost before its socket reports the loss. */
  drop(): void {
    if (this.isUp) this.fail(1006);
  }

  retryNow(): void {
    if (this.isEnded || this.isUp || this.socket) return;
    this.cancelRetry();
    this.start();
  }

  end(): void {
    if (this.isEnded) return;
    this.send({ t: 'leave' });
    this.isEnded = true;
    this.closeSocket();
    this.cancelRetry();
    this.cancelGiveUp();
  }

  start(): void {
    const { url, clock, open } = this.options;
    this.cancelTryLimit = clock.after(this.joined === undefined ? firstTryLimitMs : tryLimitMs, () => this.fail(1006));
    this.socket = open(url, {
      opened: () => this.sendJoin(),
      message: (message) => this.handle(message),
      sound: (pcm) => {
        this.heardAt = clock.now();
        this.receivedMs += (pcm.byteLength * 1000) / (2 * (this.joined?.sampleRate ?? 1));
        this.events.sound(pcm);
      },
      closed: (code) => this.fail(code),
    });
  }

  private sendJoin(): void {
    const { joined, received } = this;
    const receivedMs = Math.round(this.receivedMs);
    this.socket?.send({ t: 'join', ...(joined && { sessionId: joined.sessionId, receivedMs, received }) });
  }

  private handle(message: RoomDown): void {
    this.heardAt = this.options.clock.now();
    if (message.t === 'tick') this.confirm(message.received);
    else if (message.t === 'joined') this.enter(message);
    else if (this.isNew(message)) this.events.message(message);
  }

  /** Both sides confirm received messages, so that the sender can delete them. */
  private confirm(received: number): void {
    this.outbox.acknowledge(received);
    if (this.confirmed === this.received) return;
    this.confirmed = this.received;
    this.send({ t: 'received', n: this.received });
  }

  private isNew(message: RoomMessage): boolean {
    if (!('n' in message)) return true;
    if (message.n <= this.received) return false;
    this.received = message.n;
    return true;
  }

  private enter(joined: Joined): void {
    const isFirst = this.joined === undefined;
    this.joined ??= joined;
    this.isUp = true;
    this.failures = 0;
    this.cancelTryLimit();
    this.cancelGiveUp();
    this.checkSilence();
    this.outbox.acknowledge(joined.received);
    for (const message of this.outbox.pending()) this.socket?.send(message);
    if (isFirst) this.events.joined(joined);
    else this.events.restored(joined);
  }

  private checkSilence(): void {
    const { clock } = this.options;
    const due = clock.now() + checkEveryMs;
    this.cancelCheck = clock.after(checkEveryMs, () => {
      if (clock.now() - due > sleepMs) this.heardAt = clock.now();
      if (clock.now() - this.heardAt >= silenceLimitMs) this.drop();
      else this.checkSilence();
    });
  }

  private fail(code: number): void {
    if (this.isEnded) return;
    const wasUp = this.isUp;
    this.isUp = false;
    this.closeSocket();
    if (code === unknownRoom || code === replaced) this.giveUp(code === unknownRoom ? 'no-room' : 'replaced');
    else if (wasUp) this.onLost();
    // After a join only the room's close code counts, because a failing site may answer anything.
    else if (this.joined) this.scheduleRetry();
    else this.giveUp('no-answer');
  }

  private onLost(): void {
    this.cancelGiveUp = this.options.clock.after(giveUpAfterMs, () => this.giveUp('no-answer'));
    this.events.lost();
    this.scheduleRetry();
  }

  private scheduleRetry(): void {
    this.cancelRetry = this.options.clock.after(retryDelay(this.failures++), () => this.retryNow());
  }

  private giveUp(cause: CloseCause): void {
    if (this.isEnded) return;
    this.end();
    this.events.closed(cause);
  }

  private closeSocket(): void {
    this.cancelTryLimit();
    this.cancelCheck();
    this.socket?.close();
    this.socket = undefined;
  }
}
