import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { RoomDown, RoomUp, roomCloseCodes } from '../voice/room-protocol.ts';
import type { OpenSocket, RoomSocket } from './room-socket.ts';

/** A room is heard at least each second; silent for so long it is lost. */
const silenceLimitMs = 3_000;
const lookEveryMs = 500;
/** So late a look means that the page slept, and what came meanwhile was not read yet: no reason to call it silent. */
const sleepMs = 1_500;

/** Notices that a line fell silent. Started and stopped with the line. */
class SilenceWatch {
  private readonly clock: Clock;
  private readonly silent: () => void;
  private heardAt = 0;
  private stopLooking = () => {};

  constructor(clock: Clock, silent: () => void) {
    this.clock = clock;
    this.silent = silent;
  }

  start(): void {
    this.stop();
    this.heard();
    this.lookLater();
  }

  heard(): void {
    this.heardAt = this.clock.now();
  }

  stop(): void {
    this.stopLooking();
  }

  private lookLater(): void {
    const due = this.clock.now() + lookEveryMs;
    this.stopLooking = this.clock.after(lookEveryMs, () => this.look(due));
  }

  private look(due: number): void {
    const now = this.clock.now();
    if (now - due > sleepMs) this.heard();
    if (now - this.heardAt >= silenceLimitMs) this.silent();
    else this.lookLater();
  }
}

/** A lost line is given up after so long. */
export const giveUpAfterMs = 30_000;
const firstDelayMs = 300;
const longestDelayMs = 2_000;

/** Before the next try, after so many that failed since the line was lost. */
export function retryDelay(failures: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
}

export type Joined = Extract<RoomDown, { t: 'joined' }>;
export type RoomMessage = Exclude<RoomDown, { t: 'joined' | 'tick' }>;
/** Why there is no line any more: the room is not known, somebody else took the place, or nothing answers. */
export type GoneCause = 'no-room' | 'replaced' | 'no-answer';

export interface LineEvents {
  joined(hello: Joined): void;
  message(message: RoomMessage): void;
  sound(pcm: ArrayBuffer): void;
  lost(): void;
  /** The same room again. */
  restored(hello: Joined): void;
  gone(cause: GoneCause): void;
}

export interface LineOptions {
  url: string;
  clock: Clock;
  open: OpenSocket;
  /** Whether the site answers that there is no such room; asked when the first socket did not open. */
  isUnknown(): Promise<boolean>;
  /** Audio that came since the room began, in ms. */
  receivedMs(): number;
}

/** One try to come back may take so long. */
const tryLimitMs = 5_000;
/** The first one is the page's to give up: it knows how long its visitor waits. */
const firstTryLimitMs = 60_000;
/** What was to be said while the line was lost goes out later, so many messages of it. */
const longestBacklog = 64;
const unknownRoom: (typeof roomCloseCodes)['unknownRoom'] = 4004;
const replaced: (typeof roomCloseCodes)['replaced'] = 4009;

/** The line to a room from the first try until `end`, `gone` or the room's own end: lost and restored in between. */
export class RoomLine {
  private readonly options: LineOptions;
  private readonly events: LineEvents;
  private readonly watch: SilenceWatch;
  private socket: RoomSocket | undefined;
  private sessionId: string | undefined;
  private isUp: boolean = false;
  private isEnded: boolean = false;
  private failures = 0;
  private backlog: RoomUp[] = [];
  private stopTrying = () => {};
  private stopWaiting = () => {};
  private stopGivingUp = () => {};

  constructor(options: LineOptions, events: LineEvents) {
    this.options = options;
    this.events = events;
    this.watch = new SilenceWatch(options.clock, () => this.drop());
  }

  start(): void {
    this.connect();
  }

  send(message: RoomUp): void {
    if (this.isUp && this.socket?.isOpen) this.socket.send(message);
    else if (message.t === 'app' && this.backlog.length < longestBacklog) this.backlog.push(message);
  }

  /** False when it could not go out: sound is not kept. */
  sendSound(pcm: ArrayBuffer): boolean {
    if (!this.isUp || !this.socket?.isOpen) return false;
    this.socket.sendSound(pcm);
    return true;
  }

  /** The line is known to be dead before its socket notices. */
  drop(): void {
    if (this.isUp) this.fail(1006);
  }

  /** The network is back: not a moment is waited. */
  tryNow(): void {
    if (this.isEnded || this.isUp || this.socket) return;
    this.stopWaiting();
    this.connect();
  }

  end(): void {
    if (this.isEnded) return;
    if (this.isUp && this.socket?.isOpen) this.socket.send({ t: 'leave' });
    this.isEnded = true;
    this.closeSocket();
    this.stopWaiting();
    this.stopGivingUp();
  }

  private connect(): void {
    const { url, clock, open } = this.options;
    this.stopTrying = clock.after(this.sessionId === undefined ? firstTryLimitMs : tryLimitMs, () => this.fail(1006));
    this.socket = open(url, {
      opened: () => this.hello(),
      message: (message) => this.hear(message),
      sound: (pcm) => {
        this.watch.heard();
        this.events.sound(pcm);
      },
      closed: (code) => this.fail(code),
    });
  }

  private hello(): void {
    const { sessionId } = this;
    this.socket?.send(
      sessionId === undefined ? { t: 'join' } : { t: 'join', sessionId, receivedMs: Math.round(this.options.receivedMs()) },
    );
  }

  private hear(message: RoomDown): void {
    this.watch.heard();
    if (message.t === 'tick') return;
    if (message.t === 'joined') this.enter(message);
    else this.events.message(message);
  }

  private enter(hello: Joined): void {
    const isFirst = this.sessionId === undefined;
    this.sessionId = hello.sessionId;
    this.isUp = true;
    this.failures = 0;
    this.stopTrying();
    this.stopGivingUp();
    this.watch.start();
    if (isFirst) this.events.joined(hello);
    else this.events.restored(hello);
    for (const message of this.backlog.splice(0)) this.send(message);
  }

  private fail(code: number): void {
    if (this.isEnded) return;
    const wasUp = this.isUp;
    this.isUp = false;
    this.closeSocket();
    if (code === unknownRoom || code === replaced) this.giveUp(code === unknownRoom ? 'no-room' : 'replaced');
    else if (wasUp) this.lose();
    // Once inside, only the room itself can say that it is gone: a site in trouble answers anything.
    else if (this.sessionId !== undefined) this.waitForRetry();
    else void this.giveUpForReason();
  }

  private lose(): void {
    this.stopGivingUp = this.options.clock.after(giveUpAfterMs, () => this.giveUp('no-answer'));
    this.events.lost();
    this.waitForRetry();
  }

  private async giveUpForReason(): Promise<void> {
    const isUnknown = await this.options.isUnknown();
    this.giveUp(isUnknown ? 'no-room' : 'no-answer');
  }

  private waitForRetry(): void {
    this.stopWaiting = this.options.clock.after(retryDelay(this.failures++), () => this.tryNow());
  }

  private giveUp(cause: GoneCause): void {
    if (this.isEnded) return;
    this.end();
    this.events.gone(cause);
  }

  private closeSocket(): void {
    this.stopTrying();
    this.watch.stop();
    this.socket?.close();
    this.socket = undefined;
  }
}
