import { systemClock as clock } from '@enfilade/shared-contracts/kit/clock';
import type { CallState } from './daily/call-state.ts';
import type { Emit, FatalError, PreloadCache } from './daily/messages.ts';
import { createGuideVideo } from './guide-video.ts';
import { enterRoom, type JoinedRoom } from './joined-room.ts';
import { createMicrophone, type Microphone } from './microphone.ts';
import { type CloseCause, type ConnectionEvents, type Joined, RoomConnection, type RoomMessage } from './room-connection.ts';
import { openSocket } from './room-socket.ts';
import { openSound, type Sound, type SoundEvents } from './sound.ts';

/** @param webCallUrl as daily-js joins it; a relative URL is resolved against `base`. @throws TypeError for an invalid URL */
export function roomUrls(webCallUrl: string, base: string) {
  const room = new URL(webCallUrl, base);
  const protocol = room.protocol === 'https:' ? 'wss:' : 'ws:';
  return {
    socket: `${protocol}//${room.host}${room.pathname.replace(/\/$/, '')}/ws`,
    worklet: `${room.origin}/voice/worklet.js`,
  };
}

export interface SessionOptions {
  url: string;
  userName?: string;
  cache: PreloadCache;
  track: MediaStreamTrack | undefined;
  state: CallState;
  emit: Emit;
  /** The session ended with an error and has released everything. */
  onFailed(error: FatalError): void;
}

const fatalErrors: Record<CloseCause, FatalError> = {
  // daily-js reports a `no-room` error to its maker unless the message contains "deleted".
  'no-room': { type: 'no-room', msg: 'The meeting was deleted or never existed.' },
  replaced: { type: 'ejected', msg: 'The call goes on somewhere else.' },
  'no-answer': { type: 'connection-error', msg: 'The room does not answer.' },
};

export class CallSession {
  /** Undefined until joined, and after the end. */
  room: JoinedRoom | undefined;
  private readonly options: SessionOptions;
  private readonly microphone: Microphone;
  private readonly ended = new AbortController();
  private readonly urls: ReturnType<typeof roomUrls>;
  private readonly connection: RoomConnection;
  /** Sound received before the page's sound is open. */
  private early: ArrayBuffer[] = [];
  private onJoined = (_joined: Joined) => {};

  constructor(options: SessionOptions) {
    const { url, cache, track } = options;
    this.options = options;
    this.urls = roomUrls(url, location.href);
    this.microphone = createMicrophone(track, cache.allowLocalAudio !== false, () => this.updateMicrophone());
    this.updateMicrophone();
    const receivedMs = () => this.room?.receivedMs() ?? 0;
    this.connection = new RoomConnection({ url: this.urls.socket, clock, open: openSocket, receivedMs }, this.connectionEvents());
  }

  /** Opens sound and connection at the same time. Resolves when the session has joined, failed or ended. */
  async join(): Promise<void> {
    const { signal } = this.ended;
    window.addEventListener('offline', () => this.connection.drop(), { signal });
    window.addEventListener('online', () => this.connection.retryNow(), { signal });
    const ended = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    const joined = new Promise<Joined>((resolve) => {
      this.onJoined = resolve;
    });
    this.connection.start();
    try {
      const opening = Promise.all([openSound({ workletUrl: this.urls.worklet, clock, signal }, this.soundEvents()), joined]);
      const opened = await Promise.race([opening, ended]);
      if (opened && !signal.aborted) this.enter(...opened);
    } catch (error) {
      if (!signal.aborted) this.fail({ type: 'connection-error', msg: `Sound could not be started: ${String(error)}` });
    }
  }

  setMicrophone(isOn: boolean): void {
    this.microphone.setOn(isOn);
    this.room?.sendMicrophone();
  }

  send(data: unknown): void {
    if (data === 'playable') this.room?.startPlaying();
    this.connection.send({ t: 'app', data: typeof data === 'string' ? data : JSON.stringify(data) });
  }

  end(): void {
    this.room?.guide.leave();
    this.room = undefined;
    this.connection.end();
    this.microphone.end();
    this.ended.abort();
  }

  private fail(error: FatalError): void {
    this.end();
    this.options.onFailed(error);
  }

  private enter(sound: Sound, joined: Joined): void {
    const { state, emit, userName = '' } = this.options;
    const { connection, microphone } = this;
    const visitor = { sessionId: joined.sessionId, userName };
    const video = joined.carriesVideo ? createGuideVideo(this.ended.signal) : undefined;
    this.room = enterRoom({ visitor, joined, connection, sound, microphone, video, state, emit });
    for (const pcm of this.early.splice(0)) this.room.play(pcm);
  }

  /** daily-js finds the visitor's track in the call state. */
  private updateMicrophone(): void {
    const { cam } = this.options.state.local.streams;
    const track = this.microphone.track();
    if (track !== cam.stream?.getAudioTracks()[0]) cam.stream = track ? new MediaStream([track]) : null;
    this.room?.updateMicrophone();
  }

  private connectionEvents(): ConnectionEvents {
    return {
      joined: (joined) => this.onJoined(joined),
      message: (message) => this.handle(message),
      sound: (pcm) => {
        if (this.room) this.room.play(pcm);
        else this.early.push(pcm);
      },
      lost: () => {
        // This sound does not count as received, so the room sends it again.
        this.early = [];
        this.room?.onConnectionLost();
      },
      restored: () => this.room?.onConnectionRestored(),
      closed: (cause) => this.fail(fatalErrors[cause]),
    };
  }

  private soundEvents(): SoundEvents {
    return {
      frame: (pcm) => this.room?.sendFrame(pcm),
      captured: (audioLevel) => this.options.emit({ action: 'local-audio-level', audioLevel }),
      played: (report) => this.room?.onPlayed(report),
    };
  }

  private handle(message: RoomMessage): void {
    if (message.t === 'bye') this.fail({ type: 'ejected', msg: message.message });
    else if (this.room) this.room.handle(message);
    else if (message.t === 'flush') this.early = [];
  }
}
