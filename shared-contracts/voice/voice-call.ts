import type { WebCall } from '../api/voice-schemas.ts';
import type { Clock } from '../kit/clock.ts';
import { canReconnect, pickBusy, pickCallFailure } from './call-failure.ts';
import { createConnectLimit, type ReconnectSchedule, renewLease, startReconnecting } from './call-timers.ts';
import type { Failure } from './failure.ts';
import { type Prepared, prepareCall } from './prepare-call.ts';
import type { ScriptAllowlist } from './script-allowlist.ts';
import { type ConnectionEvent, VapiConnection } from './vapi-connection.ts';
import type { Call, CallEvent, CallOptions, ClientMessage } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';

export interface VoiceCallOptions {
  page: VoicePage;
  clock: Clock;
  allowlist: ScriptAllowlist;
  call: CallOptions;
  emit(event: CallEvent): void;
}

type CallStage = 'preparing' | 'connecting' | 'connected' | 'reconnecting' | 'over';

/** One call from the microphone's prompt to the last sound, on as many connections as it takes, one at a time. */
export class VoiceCall implements Call {
  /** Resolves when its last connection has closed. */
  readonly closed: Promise<void>;
  #resolveClosed: (end: Promise<void>) => void = () => {};
  readonly #options: VoiceCallOptions;
  readonly #lifetime = new AbortController();
  readonly #limit;
  #stage: CallStage = 'preparing';
  #prepared: Prepared | undefined;
  #connection: VapiConnection | undefined;
  /** Of the last call that was connected; undefined once it was joined again or could not be found. */
  #room: WebCall | undefined;
  #connectionCount = 0;
  #isNewCall: boolean = true;
  #endLease = () => {};
  #reconnecting: ReconnectSchedule | undefined;
  #stopQueueing = () => {};
  #isQueueing: boolean = false;
  #isConnectionLost: boolean = false;
  /** As the page set them; applied to every connection. */
  #isMicrophoneOpen: boolean = false;
  #isGuideMuted: boolean = false;

  constructor(options: VoiceCallOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#limit = createConnectLimit(options.clock, options.call.limitMs, {
      slow: () => this.#emit({ type: 'slow' }),
      over: () => this.fail({ category: 'timeout' }),
    });
  }

  async start(): Promise<void> {
    if (this.#stage !== 'preparing') return;
    const { page, clock, call } = this.#options;
    try {
      this.#prepared = await prepareCall({
        page,
        clock,
        takesOver: call.takesOver,
        withoutMicrophone: call.withoutMicrophone === true,
        language: call.visit.language,
        phrases: call.phrases ?? [],
        signal: this.#lifetime.signal,
        onWords: (words, isFinal) => this.#onWords(words, isFinal),
        onFailed: (category) => this.fail({ category }),
        onHearingLost: (microphone) => this.#emit({ type: 'hearing-lost', ...(microphone && { microphone }) }),
        onMicrophoneTaken: (isTaken) => this.#emit({ type: 'microphone-taken', isTaken }),
        onLeft: () => this.finish('page-left'),
      });
      const { hearing, feed } = this.#prepared;
      this.#emit({ type: 'microphone-granted', hearing });
      if (feed.isTaken) this.#emit({ type: 'microphone-taken', isTaken: true });
      feed.setOpen(this.#isMicrophoneOpen);
      this.#connect();
    } catch (cause) {
      this.fail(pickCallFailure(cause));
    }
  }

  setMicrophoneOpen(isOpen: boolean): void {
    if (this.#stage === 'over') return;
    this.#isMicrophoneOpen = isOpen;
    this.#prepared?.feed.setOpen(isOpen);
    if (this.#stage === 'connected') this.#connection?.setMicrophoneOpen(isOpen);
  }

  send(message: ClientMessage): boolean {
    if (this.#stage === 'over') return false;
    if (message.type === 'control') {
      this.#isGuideMuted = message.control === 'mute-assistant';
      // In the page first: sound that is on its way already would still be played.
      this.#connection?.setGuideMuted(this.#isGuideMuted);
    }
    return this.#stage === 'connected' && (this.#connection?.send(message) ?? false);
  }

  resumePlayback(): void {
    void this.#connection?.resumePlayback();
  }

  /** The caller ends it, so nothing is emitted. */
  end(_reason: string): void {
    this.#close();
  }

  finish(reason: string): void {
    this.#close({ type: 'ended', reason });
  }

  fail(failure: Failure): void {
    this.#close({ type: 'failed', failure });
  }

  #connect(): void {
    this.#stage = 'connecting';
    this.#limit.run();
    void this.#openConnection();
  }

  /** To the room of the call that was lost, once; otherwise by a new call. */
  async #openConnection(): Promise<void> {
    const room = this.#room;
    const last = this.#connection;
    const count = ++this.#connectionCount;
    this.#room = undefined;
    this.#connection = undefined;
    this.#isNewCall = room === undefined;
    await last?.drop();
    if (!this.#prepared || this.#stage === 'over' || count !== this.#connectionCount) return;
    // Before a new slot is asked for: where there is one only, it is this one.
    if (!room) this.#endLease();
    const { page, clock, allowlist, call } = this.#options;
    const { script, feed } = this.#prepared;
    const options = {
      page,
      allowlist,
      script,
      audioSource: feed.track,
      session: call.session,
      onSlot: (callId: string) => this.#onSlot(connection, callId, clock),
    };
    const connection = new VapiConnection(options, (event) => connection === this.#connection && this.#onConnectionEvent(event));
    this.#connection = connection;
    // Its first sound may come before it is joined.
    connection.setGuideMuted(this.#isGuideMuted);
    if (room) connection.rejoin(room);
    else connection.start(call.visit, call.summary());
  }

  /** The gateway gave a slot, perhaps to a connection that was ended meanwhile. */
  #onSlot(connection: VapiConnection, callId: string, clock: Clock): void {
    this.#endLease();
    this.#endLease = renewLease(callId, { page: this.#options.page, clock, onRefused: () => this.#onRenewalRefused() });
    if (connection !== this.#connection) this.#endLease();
    else if (this.#isQueueing) {
      this.#isQueueing = false;
      this.#emit({ type: 'queued', ahead: undefined });
    }
  }

  /** The call is over on the site's side. While its connection is lost, what brings that back finds out by itself. */
  #onRenewalRefused(): void {
    if (this.#stage !== 'reconnecting' && !this.#isConnectionLost) this.fail({ category: 'ended' });
  }

  #onConnectionEvent(event: ConnectionEvent): void {
    if (event.type === 'joined') this.#onJoined();
    else if (event.type === 'left') this.#onBroken(undefined);
    else if (event.type === 'failed') this.#onBroken(event.cause);
    else if (event.type === 'ended') this.finish(event.reason);
    else if (event.type === 'network') this.#setConnectionLost(!event.isConnected);
    else if (event.type === 'video') this.#onVideo(event.track);
    else {
      this.#followPlayback(event.type);
      this.#emit(event);
    }
  }

  /** For the first time or again. */
  #onJoined(): void {
    const isRestored = this.#stage === 'reconnecting';
    this.#limit.pause();
    this.#reconnecting?.end();
    this.#stage = 'connected';
    this.#isConnectionLost = false;
    const connection = this.#connection;
    this.#room = connection?.webCall;
    connection?.setMicrophoneOpen(this.#isMicrophoneOpen);
    if (this.#isGuideMuted) connection?.send({ type: 'control', control: 'mute-assistant' });
    this.#emit(isRestored ? { type: 'connection-restored', isNewCall: this.#isNewCall } : { type: 'connected' });
  }

  #onBroken(cause: unknown): void {
    const busy = pickBusy(cause);
    const failure = pickCallFailure(cause);
    if (this.#stage === 'reconnecting') this.#reconnecting?.failed(busy?.retryAfterMs);
    else if (this.#stage === 'connecting' && busy) this.#queue(busy.ahead, busy.retryAfterMs);
    else if (this.#stage === 'connected' && canReconnect(failure)) {
      // The room itself said that it is gone: there is none to return to.
      if (failure.category === 'refused') this.#room = undefined;
      this.#reconnect();
    } else this.fail(failure);
  }

  #queue(ahead: number, retryAfterMs: number): void {
    this.#limit.pause();
    this.#isQueueing = true;
    this.#emit({ type: 'queued', ahead });
    this.#stopQueueing = this.#options.clock.after(retryAfterMs, () => this.#connect());
  }

  #reconnect(): void {
    this.#stage = 'reconnecting';
    this.#setConnectionLost(true);
    const { page, clock } = this.#options;
    this.#reconnecting = startReconnecting({
      page,
      clock,
      attempt: () => void this.#openConnection(),
      giveUp: () => this.fail({ category: 'network' }),
    });
  }

  #setConnectionLost(isLost: boolean): void {
    if (this.#isConnectionLost === isLost) return;
    if (this.#stage !== 'connected' && this.#stage !== 'reconnecting') return;
    this.#isConnectionLost = isLost;
    this.#emit(isLost ? { type: 'connection-lost' } : { type: 'connection-restored', isNewCall: false });
  }

  #followPlayback(type: ConnectionEvent['type']): void {
    if (this.#stage !== 'connecting') return;
    // The guide begins once it can be played: until the visitor taps, the time is the visitor's.
    if (type === 'playback-blocked') this.#limit.pause();
    if (type === 'playback-resumed') this.#limit.run();
  }

  #onVideo(track: MediaStreamTrack): void {
    const { MediaStream = globalThis.MediaStream } = this.#options.page.window;
    track.addEventListener('ended', () => this.#emit({ type: 'video', stream: undefined }), { once: true, signal: this.#lifetime.signal });
    this.#emit({ type: 'video', stream: new MediaStream([track]) });
  }

  #onWords(words: string, isFinal: boolean): void {
    const transcript = { type: 'transcript', role: 'user', transcriptType: isFinal ? 'final' : 'partial', transcript: words };
    this.#emit({ type: 'message', message: transcript });
    if (isFinal) this.send({ type: 'add-message', message: { role: 'user', content: words } });
  }

  #close(event?: CallEvent): void {
    if (this.#stage === 'over') return;
    this.#stopQueueing();
    this.#limit.pause();
    this.#reconnecting?.end();
    const connection = this.#connection;
    this.#connection = undefined;
    this.#resolveClosed(connection?.end().catch(() => undefined) ?? Promise.resolve());
    // After `end-call` is sent, before the connection has closed: the slot is free at once.
    this.#endLease();
    this.#prepared?.end();
    if (event) this.#emit(event);
    this.#stage = 'over';
    this.#lifetime.abort();
  }

  #emit(event: CallEvent): void {
    if (this.#stage !== 'over') this.#options.emit(event);
  }
}
