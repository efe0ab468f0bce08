import type { ConversationFailure } from '../conversation/conversation.ts';
import type { Clock } from '../kit/clock.ts';
import { CallConnection } from './call-connection.ts';
import { createConnectLimit } from './connect-limit.ts';
import type { ConnectionEvent } from './connection-event.ts';
import { pickEndReason } from './pick-end-reason.ts';
import { canReconnect, pickBusy, pickCallFailure } from './pick-start-failure.ts';
import { type Prepared, prepareCall } from './prepare-call.ts';
import { readLanguage } from './read-language.ts';
import { type ReconnectSchedule, startReconnecting } from './reconnect-schedule.ts';
import type { ScriptAllowlist } from './script-allowlist.ts';
import type { Call, CallEvent, CallOptions, ClientMessage } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';

export interface VoiceCallOptions {
  page: VoicePage;
  clock: Clock;
  gate: ScriptAllowlist;
  call: CallOptions;
  tell(event: CallEvent): void;
}

type Stage = 'waiting' | 'connecting' | 'running' | 'restoring' | 'over';

/** One call from the microphone's prompt to the last sound, on as many lines as it takes. */
export class VoiceCall implements Call {
  /** When nothing of it is left. */
  readonly gone: Promise<void>;
  #letGo: (line: Promise<void>) => void = () => {};
  readonly #options: VoiceCallOptions;
  readonly #life = new AbortController();
  readonly #limit;
  #stage: Stage = 'waiting';
  #prepared: Prepared | undefined;
  #line: CallConnection | undefined;
  #restoring: ReconnectSchedule | undefined;
  #stopQueueing = () => {};
  /** What the page wants holds for every line. */
  #wants = { isMicrophoneOpen: false, isGuideMuted: false };
  #endedReason: string | undefined;
  #isLineLost = false;
  #isQueueing = false;
  #isNewCall = false;

  constructor(options: VoiceCallOptions) {
    this.#options = options;
    this.gone = new Promise((resolve) => {
      this.#letGo = resolve;
    });
    this.#limit = createConnectLimit(options.clock, options.call.limitMs, {
      slow: () => this.#tell({ type: 'slow' }),
      over: () => this.fail({ category: 'timeout' }),
    });
  }

  async start(): Promise<void> {
    if (this.#stage !== 'waiting') return;
    const { page, clock, call, gate } = this.#options;
    try {
      const prepared = await prepareCall({
        page,
        clock,
        takesOver: call.takesOver,
        language: readLanguage(call.visit),
        signal: this.#life.signal,
        onWords: (words, isFinal) => this.#hear(words, isFinal),
        onFailed: (category) => this.fail({ category }),
        onLeft: () => this.finish('page-left'),
      });
      this.#prepared = prepared;
      const { hearing, feed, machine } = prepared;
      this.#tell({ type: 'microphone-granted', hearing });
      this.#line = new CallConnection({
        ...{ page, clock, gate, machine, call, audioSource: feed.track },
        onPlaced: () => this.#leaveQueue(),
        tell: (event) => this.#follow(event),
      });
      feed.setOpen(this.#wants.isMicrophoneOpen);
      this.#connect();
    } catch (cause) {
      this.fail(pickCallFailure(cause));
    }
  }

  setMicrophoneOpen(isOpen: boolean): void {
    if (this.#stage === 'over') return;
    this.#wants.isMicrophoneOpen = isOpen;
    this.#prepared?.feed.setOpen(isOpen);
    if (this.#stage === 'running') this.#line?.current?.setMicrophoneOpen(isOpen);
  }

  send(message: ClientMessage): boolean {
    if (this.#stage === 'over') return false;
    if (message.type === 'control') {
      this.#wants.isGuideMuted = message.control === 'mute-assistant';
      // Before the far side knows: what is on its way already would still be heard.
      this.#line?.current?.setGuideMuted(this.#wants.isGuideMuted);
    }
    return this.#stage === 'running' && (this.#line?.current?.send(message) ?? false);
  }

  resumePlayback(): void {
    void this.#line?.current?.resumePlayback();
  }

  /** Its owner knows: nothing is told. */
  end(_reason: string): void {
    this.#close();
  }

  finish(reason: string): void {
    this.#close({ type: 'ended', reason });
  }

  fail(failure: ConversationFailure): void {
    this.#close({ type: 'failed', failure });
  }

  #connect(): void {
    this.#stage = 'connecting';
    this.#limit.run();
    void this.#line?.makeCall();
  }

  #follow(event: ConnectionEvent): void {
    if (this.#stage === 'over') return;
    if (event.type === 'joined') this.#settle();
    else if (event.type === 'broken') this.#break(event.cause);
    else if (event.type === 'left') this.#break(undefined);
    else if (event.type === 'network') this.#markLine(event.isConnected);
    else if (event.type === 'video') this.#show(event.track);
    else {
      this.#watchPlayback(event.type);
      if (event.type === 'message') this.#endedReason ??= pickEndReason(event.message);
      this.#tell(event);
    }
  }

  /** The guide listens, for the first time or again. */
  #settle(): void {
    const wasRestoring = this.#stage === 'restoring';
    this.#limit.pause();
    this.#restoring?.end();
    this.#stage = 'running';
    const line = this.#line?.current;
    line?.setMicrophoneOpen(this.#wants.isMicrophoneOpen);
    line?.setGuideMuted(this.#wants.isGuideMuted);
    if (this.#wants.isGuideMuted) line?.send({ type: 'control', control: 'mute-assistant' });
    this.#isLineLost = false;
    this.#tell(wasRestoring ? { type: 'connection-restored', isNewCall: this.#isNewCall } : { type: 'connected' });
  }

  #break(cause: unknown): void {
    const busy = pickBusy(cause);
    const failure = pickCallFailure(cause);
    // The museum's side ended the call; what follows is how the room closes.
    if (this.#endedReason !== undefined) this.finish(this.#endedReason);
    else if (this.#stage === 'restoring') this.#restoring?.failed(busy?.retryAfterMs);
    else if (this.#stage === 'connecting' && busy) this.#queue(busy.ahead, busy.retryAfterMs);
    else if (this.#stage === 'running' && canReconnect(failure)) this.#restore();
    else this.fail(failure);
  }

  #queue(ahead: number, retryAfterMs: number): void {
    this.#limit.pause();
    this.#tell({ type: 'queued', ahead });
    this.#stopQueueing = this.#options.clock.after(retryAfterMs, () => this.#connect());
    this.#isQueueing = true;
  }

  #leaveQueue(): void {
    if (this.#isQueueing) this.#tell({ type: 'queued', ahead: undefined });
    this.#isQueueing = false;
  }

  #restore(): void {
    this.#stage = 'restoring';
    this.#markLine(false);
    const { page, clock } = this.#options;
    this.#restoring = startReconnecting({
      page,
      clock,
      attempt: () => {
        this.#isNewCall = !this.#line?.hasRoom;
        void (this.#isNewCall ? this.#line?.makeCall() : this.#line?.rejoin());
      },
      giveUp: () => this.fail({ category: 'network' }),
    });
  }

  #markLine(isConnected: boolean): void {
    if (this.#isLineLost === !isConnected) return;
    if (this.#stage !== 'running' && this.#stage !== 'restoring') return;
    this.#isLineLost = !isConnected;
    this.#tell(isConnected ? { type: 'connection-restored', isNewCall: false } : { type: 'connection-lost' });
  }

  #watchPlayback(type: ConnectionEvent['type']): void {
    if (this.#stage !== 'connecting') return;
    // The guide begins once it can be heard: until the visitor taps, the wait is the visitor's.
    if (type === 'playback-blocked') this.#limit.pause();
    if (type === 'playback-resumed') this.#limit.run();
  }

  #show(track: MediaStreamTrack): void {
    const { MediaStream = globalThis.MediaStream } = this.#options.page.window;
    track.addEventListener('ended', () => this.#tell({ type: 'video', stream: undefined }), { once: true, signal: this.#life.signal });
    this.#tell({ type: 'video', stream: new MediaStream([track]) });
  }

  #hear(words: string, isFinal: boolean): void {
    const transcript = { type: 'transcript', role: 'user', transcriptType: isFinal ? 'final' : 'partial', transcript: words };
    this.#tell({ type: 'message', message: transcript });
    if (isFinal) this.send({ type: 'add-message', message: { role: 'user', content: words } });
  }

  #close(event?: CallEvent): void {
    if (this.#stage === 'over') return;
    this.#stopQueueing();
    this.#limit.pause();
    this.#restoring?.end();
    // A goodbye that fails has nothing left to say it to.
    this.#letGo(this.#line?.end().catch(() => undefined) ?? Promise.resolve());
    this.#prepared?.end();
    if (event) this.#tell(event);
    this.#stage = 'over';
    this.#life.abort();
  }

  #tell(event: CallEvent): void {
    if (this.#stage !== 'over') this.#options.tell(event);
  }
}
