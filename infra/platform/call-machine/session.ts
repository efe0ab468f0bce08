import { systemClock as clock } from '@enfilade/shared-contracts/kit/clock';
import { randomId } from '@enfilade/shared-contracts/kit/random-id';
import {
  type CallState,
  createGuideParticipant,
  type Emit,
  type FatalError,
  type PreloadCache,
  participantOf,
  type TrackRequest,
} from './daily.ts';
import { type CloseCause, type Joined, openSocket, RoomConnection, type RoomMessage } from './room-connection.ts';
import { openSound, type Sound } from './sound.ts';
import type { FromPlayout } from './worklet/worklet-messages.ts';

/** The page requests permission and changes devices behind its track, so the call machine never opens a microphone. */
export type Microphone = ReturnType<typeof createMicrophone>;

export function createMicrophone(track: MediaStreamTrack | undefined, isOn: boolean, onChange: () => void) {
  let current = track;
  let isWanted = isOn;
  const onEnded = () => {
    current = undefined;
    onChange();
  };
  if (track) track.enabled = isOn;
  track?.addEventListener('ended', onEnded);
  return {
    track: () => current,
    isOn: () => isWanted,
    isOpen: () => isWanted && current !== undefined,
    /** A disabled track yields silence. */
    setOn(wanted: boolean) {
      isWanted = wanted;
      if (current) current.enabled = wanted;
      onChange();
    },
    /** Does not stop the track, because the track belongs to the page. */
    end() {
      track?.removeEventListener('ended', onEnded);
      current = undefined;
    },
  };
}

/** A disc that grows with the voice. The track ends with the signal. */
export type GuideVideo = NonNullable<ReturnType<typeof createGuideVideo>>;

const side = 320;
const [ground, disc] = ['#1d1a16', '#c9a227'];

/** Undefined if the browser cannot capture a canvas. */
export function createGuideVideo(signal: AbortSignal) {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  const [track] = pen && 'captureStream' in canvas ? canvas.captureStream().getVideoTracks() : [];
  if (!pen || !track) return undefined;
  signal.addEventListener('abort', () => track.stop());
  return {
    track,
    setLevel(level: number) {
      pen.fillStyle = ground;
      pen.fillRect(0, 0, side, side);
      pen.fillStyle = disc;
      pen.beginPath();
      pen.arc(side / 2, side / 2, side * (0.2 + 0.3 * Math.min(1, 4 * level)), 0, 2 * Math.PI);
      pen.fill();
    },
  };
}

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

/** Limit of daily-js: characters of an app message as JSON. */
const appMessageLimit = 4_096;

export class CallSession {
  private readonly options: SessionOptions;
  private readonly microphone: Microphone;
  private readonly ended = new AbortController();
  private readonly urls: ReturnType<typeof roomUrls>;
  private readonly connection: RoomConnection;
  private onJoined = (_joined: Joined) => {};
  private readonly joined = new Promise<Joined>((resolve) => {
    this.onJoined = resolve;
  });
  /** What the room sends is handled in order once the page's sound is open. */
  private entering: Promise<unknown> = Promise.resolve();
  private visitorId = '';
  /** Undefined until joined, and after the end, like `guide`. */
  private sound: Sound | undefined;
  private guide: ReturnType<typeof createGuideParticipant> | undefined;
  private video: GuideVideo | undefined;
  private connectedTrack: MediaStreamTrack | undefined;
  private played = { ms: 0, queuedMs: 0 };

  constructor(options: SessionOptions) {
    const { url, cache, track } = options;
    this.options = options;
    this.urls = roomUrls(url, location.href);
    this.microphone = createMicrophone(track, cache.allowLocalAudio !== false, () => this.updateMicrophone());
    this.updateMicrophone();
    const events = {
      joined: this.onJoined,
      message: (message: RoomMessage) => this.handle(message),
      sound: (pcm: ArrayBuffer) => this.onceEntered((sound) => sound.play(pcm)),
      lost: () => this.emitNetwork('interrupted'),
      restored: () => this.onRestored(),
      closed: (cause: CloseCause) => this.fail(fatalErrors[cause]),
    };
    this.connection = new RoomConnection({ url: this.urls.socket, clock, open: openSocket }, events);
  }

  /** Opens sound and connection at the same time. Resolves when the session has joined, failed or ended. */
  async join(): Promise<void> {
    const { signal } = this.ended;
    window.addEventListener('offline', () => this.connection.drop(), { signal });
    window.addEventListener('online', () => this.connection.retryNow(), { signal });
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    this.connection.start();
    const events = {
      frame: (pcm: ArrayBuffer) => this.sendFrame(pcm),
      captured: (audioLevel: number) => this.options.emit({ action: 'local-audio-level', audioLevel }),
      played: (report: FromPlayout) => this.onPlayed(report),
    };
    const opening = openSound({ workletUrl: this.urls.worklet, clock, signal }, events);
    this.entering = Promise.all([opening, this.joined]).then(([sound, joined]) => this.enter(sound, joined));
    try {
      await Promise.race([this.entering, ended]);
    } catch (error) {
      if (!signal.aborted) this.fail({ type: 'connection-error', msg: `Sound could not be started: ${String(error)}` });
    }
  }

  setMicrophone(isOn: boolean): void {
    this.microphone.setOn(isOn);
    this.sendMicrophone();
  }

  send(data: unknown): void {
    // The page's audio element plays now, so queued sound may be played.
    if (data === 'playable') this.sound?.start();
    this.connection.send({ t: 'app', data: typeof data === 'string' ? data : JSON.stringify(data) });
  }

  subscribe(request: TrackRequest): void {
    this.guide?.subscribe(request);
  }

  /** Nothing is recorded here. The SDK begins the conversation after `recording-started`. */
  record(isOn: boolean): void {
    if (!this.sound) return;
    const { emit } = this.options;
    if (!isOn) emit({ action: 'recording-stopped' });
    else emit({ action: 'recording-started', type: 'cloud', recordingId: randomId(), startedBy: this.visitorId });
  }

  end(): void {
    this.guide?.leave();
    this.guide = undefined;
    this.sound = undefined;
    this.connection.end();
    this.microphone.end();
    this.ended.abort();
  }

  private fail(error: FatalError): void {
    this.end();
    this.options.onFailed(error);
  }

  private enter(sound: Sound, { sessionId, sampleRate, carriesVideo, speaker }: Joined): void {
    if (this.ended.signal.aborted) return;
    const { state, emit } = this.options;
    this.sound = sound;
    this.visitorId = sessionId;
    this.video = carriesVideo ? createGuideVideo(this.ended.signal) : undefined;
    this.guide = createGuideParticipant({ ...speaker, tracks: { audio: sound.track, video: this.video?.track }, state, emit });
    sound.setRate(sampleRate);
    this.connectMicrophone(sound);
    emit({ action: 'joined-meeting', participants: { local: this.visitor() }, internal: { _maxAppMessageSize: appMessageLimit } });
    this.sendMicrophone();
    // The SDK ignores participants who joined before the visitor, so the guide joins after the visitor.
    this.guide.join();
  }

  private visitor() {
    const identity = { sessionId: this.visitorId, userName: this.options.userName ?? '' };
    return participantOf(identity, { isLocal: true, audio: this.microphone.isOpen() ? 'playable' : 'off', video: 'off' });
  }

  private onceEntered(act: (sound: Sound) => void): void {
    const actThere = () => {
      if (this.sound) act(this.sound);
    };
    this.entering.then(actThere, () => {});
  }

  private handle(message: RoomMessage): void {
    if (message.t === 'bye') this.fail({ type: 'ejected', msg: message.message });
    else
      this.onceEntered((sound) => {
        if (message.t === 'participant-left') this.guide?.leave();
        else if (message.t === 'flush') sound.flush();
        else this.options.emit({ action: 'app-message', data: message.data, fromId: message.from });
      });
  }

  /** daily-js finds the visitor's track in the call state. */
  private updateMicrophone(): void {
    const { state, emit } = this.options;
    const { cam } = state.local.streams;
    const track = this.microphone.track();
    if (track !== cam.stream?.getAudioTracks()[0]) cam.stream = track ? new MediaStream([track]) : null;
    if (!this.sound) return;
    this.connectMicrophone(this.sound);
    emit({ action: 'participant-updated', participant: this.visitor() });
  }

  private connectMicrophone(sound: Sound): void {
    if (this.microphone.track() === this.connectedTrack) return;
    this.connectedTrack = this.microphone.track();
    sound.connect(this.connectedTrack);
  }

  /** Stops or starts the frames here, and tells the room to expect none or more. */
  private sendMicrophone(): void {
    if (!this.sound) return;
    this.sound.setMicrophoneOn(this.microphone.isOn());
    this.connection.send({ t: 'microphone', isOn: this.microphone.isOn() });
  }

  private sendFrame(pcm: ArrayBuffer): void {
    if (this.sound && this.microphone.isOpen()) this.connection.send(pcm);
  }

  private onPlayed({ level, playedMs, queuedMs }: FromPlayout): void {
    if (!this.guide) return;
    const hasPlayed = playedMs !== this.played.ms;
    this.played = { ms: playedMs, queuedMs };
    if (hasPlayed) this.connection.send({ t: 'played', ...this.played });
    this.video?.setLevel(level);
    this.options.emit({ action: 'remote-participants-audio-level', participantsAudioLevel: this.guide.levels(level) });
  }

  /** Repeats the state that the room missed during the loss. */
  private onRestored(): void {
    if (!this.sound) return;
    this.sendMicrophone();
    this.connection.send({ t: 'played', ...this.played });
    this.emitNetwork('connected');
  }

  private emitNetwork(event: 'interrupted' | 'connected'): void {
    if (this.sound) this.options.emit({ action: 'network-connection', type: 'signaling', event, session_id: this.visitorId });
  }
}
