import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { CallState } from './daily/call-state.ts';
import type { FatalError, JoinProperties, PreloadCache, Tell } from './daily/messages.ts';
import { createRosetteVideo } from './guide-video.ts';
import { microphoneChoice, startsOn } from './join-wishes.ts';
import { JoinedRoom, Levels } from './joined-room.ts';
import { createLocalVoice } from './local-voice.ts';
import type { Microphone } from './microphone.ts';
import { type GoneCause, type Joined, type LineEvents, RoomLine, type RoomMessage } from './room-connection.ts';
import { socketsBy } from './room-socket.ts';
import { openSound, type Sound, type SoundEvents } from './sound.ts';

/** Where a call's room and its worklet are, from the address the call was made with. */
interface RoomUrls {
  socket: string;
  worklet: string;
  /** Answers 404 once the room is not known any more. */
  probe: string;
}

/** @param webCallUrl as daily-js joins it; a relative one stands on `base`. @throws TypeError for no URL at all */
export function roomUrls(webCallUrl: string, base: string): RoomUrls {
  const room = new URL(webCallUrl, base);
  const path = `${room.pathname.replace(/\/$/, '')}/ws`;
  const protocol = room.protocol === 'https:' ? 'wss:' : 'ws:';
  return { socket: `${protocol}//${room.host}${path}`, worklet: `${room.origin}/voice/worklet.js`, probe: `${room.origin}${path}` };
}

/** The site's own answer may take so long before it counts as none. */
const probeLimitMs = 3_000;

/** A browser does not say why a socket was refused; the same address asked by HTTP does. */
async function isRoomUnknown(probe: string, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const asking = new AbortController();
  const stop = () => asking.abort();
  signal.addEventListener('abort', stop, { signal: asking.signal });
  const cancel = clock.after(probeLimitMs, stop);
  try {
    return (await fetch(probe, { cache: 'no-store', signal: asking.signal })).status === 404;
  } catch {
    return false;
  } finally {
    cancel();
    stop();
  }
}

export interface SessionOptions {
  properties: JoinProperties;
  cache: PreloadCache;
  state: CallState;
  clock: Clock;
  tell: Tell;
  /** It ended by itself, and everything of it is gone. */
  failed(error: FatalError): void;
}

const fatalErrors: Record<GoneCause, FatalError> = {
  // "deleted" keeps daily-js from reporting to its maker what is no fault of its own.
  'no-room': { type: 'no-room', msg: 'The meeting was deleted or never existed.' },
  replaced: { type: 'ejected', msg: 'The call goes on somewhere else.' },
  'no-answer': { type: 'connection-error', msg: 'The room does not answer.' },
};

/** One visitor in one room: from the join until it is left or lost for good. Whatever it opened ends with it. */
export class Session {
  readonly levels: Levels;
  readonly microphone: Microphone;
  /** Undefined until joined, and after the end. */
  room: JoinedRoom | undefined;
  private readonly options: SessionOptions;
  private readonly ended = new AbortController();
  private readonly urls: RoomUrls;
  private readonly line: RoomLine;
  private hasLine = (_hello: Joined) => {};

  constructor(options: SessionOptions) {
    const { properties, cache, state, clock, tell } = options;
    this.options = options;
    this.urls = roomUrls(properties.url, location.href);
    this.levels = new Levels(tell);
    this.levels.observe('local', cache.localAudioLevelObserver?.enabled === true);
    this.levels.observe('remote', cache.remoteParticipantsAudioLevelObserver?.enabled === true);
    this.microphone = createLocalVoice(startsOn(properties, cache), state, tell, () => this.room?.takeMicrophone());
    const { socket: url, probe } = this.urls;
    const isUnknown = () => isRoomUnknown(probe, clock, this.ended.signal);
    const receivedMs = () => state.local.stats.receivedMs;
    this.line = new RoomLine({ url, clock, open: socketsBy(WebSocket), isUnknown, receivedMs }, this.lineEvents());
  }

  /** Microphone, sound and line are opened side by side. Resolves when joined, failed or ended meanwhile. */
  async join(customTrack: MediaStreamTrack | undefined): Promise<void> {
    const { signal } = this.ended;
    const choice = microphoneChoice(this.options.cache.inputSettings, customTrack);
    window.addEventListener('offline', () => this.line.drop(), { signal });
    window.addEventListener('online', () => this.line.tryNow(), { signal });
    const ended = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
    });
    const hello = new Promise<Joined>((resolve) => {
      this.hasLine = resolve;
    });
    this.line.start();
    try {
      const opening = Promise.all([
        openSound({ workletUrl: this.urls.worklet, clock: this.options.clock, signal }, this.soundEvents()),
        hello,
        this.microphone.open(choice),
      ]);
      const opened = await Promise.race([opening, ended]);
      if (opened && !signal.aborted) this.enter(opened[0], opened[1]);
    } catch (error) {
      if (!signal.aborted) this.fail({ type: 'connection-error', msg: `Sound could not be started: ${String(error)}` });
    }
  }

  setMicrophone(isOn: boolean): void {
    this.microphone.setOn(isOn);
    this.room?.tellMicrophone(isOn);
  }

  send(data: unknown): void {
    this.line.send({ t: 'app', data: typeof data === 'string' ? data : JSON.stringify(data) });
  }

  end(): void {
    this.room?.leave();
    this.room = undefined;
    this.line.end();
    this.microphone.end();
    this.ended.abort();
  }

  private fail(error: FatalError): void {
    this.end();
    this.options.failed(error);
  }

  private enter(sound: Sound, hello: Joined): void {
    const { state, tell, properties } = this.options;
    const { line, microphone, levels } = this;
    const visitor = { sessionId: hello.sessionId, userName: properties.userName ?? '', joinedAt: new Date() };
    const video = hello.carriesVideo ? createRosetteVideo(this.ended.signal) : undefined;
    this.room = new JoinedRoom({ visitor, hello, line, sound, microphone, video, levels, state, tell });
    this.room.enter();
    if (properties.token) this.room.record(true);
  }

  private lineEvents(): LineEvents {
    return {
      joined: (hello) => this.hasLine(hello),
      message: (message) => this.hear(message),
      sound: (pcm) => this.room?.play(pcm),
      lost: () => this.room?.tellLoss(),
      restored: () => this.room?.tellRestoration(),
      gone: (cause) => this.fail(fatalErrors[cause]),
    };
  }

  private soundEvents(): SoundEvents {
    return {
      frame: (pcm) => this.room?.sendFrame(pcm),
      captured: (level) => this.levels.tellLocal(level),
      played: (report) => this.room?.takePlayed(report),
    };
  }

  private hear(message: RoomMessage): void {
    if (message.t === 'bye') this.fail({ type: 'ejected', msg: message.message });
    else this.room?.hear(message);
  }
}
