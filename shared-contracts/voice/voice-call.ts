import type { Clock } from '../kit/clock.ts';
import type { Visit } from '../visit/visit.ts';
import { canReconnect, pickBusy, pickCallFailure } from './call-failure.ts';
import { type ReconnectSchedule, renewLease, startReconnecting } from './call-timers.ts';
import { CallTurns } from './call-turns.ts';
import { createConnectLimit } from './connect-limit.ts';
import type { Failure } from './failure.ts';
import { type Prepared, prepareCall, waitUntilClosed } from './prepare-call.ts';
import { type ConnectionEvent, VapiConnection, type WebCall } from './vapi-connection.ts';
import { type CallEvent, type CallOptions, type ClientMessage, fitsInOneMessage, type VoiceControls } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';

interface VoiceCallOptions {
  page: VoicePage;
  clock: Clock;
  call: CallOptions;
}

type CallStage = 'preparing' | 'connecting' | 'connected' | 'reconnecting' | 'over';

const lastCalls = new WeakMap<VoicePage, VoiceCall>();

/** Spans one or more successive connections. A new call ends the page's earlier call and waits until that call has closed. */
export class VoiceCall {
  readonly voice: VoiceControls = {
    listen: (turn) => this.#turns.begin('spoken', turn),
    finish: (turn) => this.#turns.finish(turn),
    followSwitches: () => this.#followSwitches(),
    resumePlayback: () => void this.#connection?.resumePlayback(),
  };
  /** Resolves to the time at which the call has closed. */
  readonly #closed: Promise<number>;
  #resolveClosed: (closedAtMs: Promise<number>) => void = () => {};
  readonly #options: VoiceCallOptions;
  readonly #lifetime = new AbortController();
  readonly #limit;
  readonly #turns;
  #listener: (event: CallEvent) => void = () => {};
  #visit: Visit | undefined;
  #stage: CallStage = 'preparing';
  #prepared: Prepared | undefined;
  #connection: VapiConnection | undefined;
  /** Undefined after a rejoin or if the room is gone. */
  #room: WebCall | undefined;
  #connectionCount = 0;
  #isNewCall: boolean = true;
  #endLease = () => {};
  #reconnecting: ReconnectSchedule | undefined;
  #stopQueueing = () => {};
  #isQueueing: boolean = false;

  constructor(options: VoiceCallOptions) {
    this.#options = options;
    this.#closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#limit = createConnectLimit(options.clock, options.call.limitMs, {
      slow: () => this.#emit({ type: 'slow' }),
      over: () => this.fail({ category: 'timeout' }),
    });
    const { turn, toWritten } = options.call;
    this.#turns = new CallTurns({ clock: options.clock, turn, toWritten, emit: (event) => this.#emit(event) });
  }

  connect(emit: (event: CallEvent) => void): void {
    this.#listener = emit;
    const { page } = this.#options;
    const before = lastCalls.get(page);
    lastCalls.set(page, this);
    before?.finish('replaced');
    void this.#start(before);
  }

  async #start(before: VoiceCall | undefined): Promise<void> {
    const { page, clock, call } = this.#options;
    try {
      if (before) await waitUntilClosed(before.#closed, clock);
      if (this.#stage !== 'preparing') return;
      this.#visit = call.visit();
      this.#prepared = await prepareCall({
        ...call,
        page,
        clock,
        language: this.#visit.language,
        signal: this.#lifetime.signal,
        onWords: (words, isFinal) => this.#onWords(words, isFinal),
        onFailed: (category) => this.fail({ category }),
        onHearingLost: (microphone) => this.#emit({ type: 'hearing-lost', ...(microphone && { microphone }) }),
        onMicrophoneTaken: (isTaken) => this.#emit({ type: 'microphone-taken', isTaken }),
        onLeft: () => this.finish('page-left'),
      });
      const { hearing, feed } = this.#prepared;
      this.#emit({ type: 'microphone-granted', hearing });
      if (feed.microphone?.muted) this.#emit({ type: 'microphone-taken', isTaken: true });
      this.#followSwitches();
      this.#connect();
    } catch (cause) {
      this.fail(pickCallFailure(cause));
    }
  }

  send({ turn, text }: { turn: number; text: string }): void {
    this.#turns.begin('typed', turn);
    const message: ClientMessage = { type: 'add-message', message: { role: 'user', content: text } };
    if (!fitsInOneMessage(message)) this.#emit({ type: 'turn-failed', turn, failure: { category: 'malformed' } });
    else if (!this.#sendMessage(message)) this.#emit({ type: 'turn-failed', turn, failure: { category: 'network' } });
  }

  cancel(turn: number): void {
    this.#turns.cancel(turn);
  }

  /** Emits nothing, because the caller ends the call. */
  close(_reason: string): void {
    this.#listener = () => {};
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

  /** Tries the lost call's room once, then makes a new call. */
  async #openConnection(): Promise<void> {
    const room = this.#room;
    const last = this.#connection;
    const count = ++this.#connectionCount;
    this.#room = undefined;
    this.#connection = undefined;
    this.#isNewCall = room === undefined;
    await last?.drop();
    if (!this.#prepared || !this.#visit || this.#stage === 'over' || count !== this.#connectionCount) return;
    // Release before the request for a new slot: this slot may be the only one.
    if (!room) this.#endLease();
    const { page, clock, call } = this.#options;
    const { script, feed } = this.#prepared;
    const onSlot = (callId: string) => this.#onSlot(connection, callId, clock);
    const options = { page, script, audioSource: feed.track, call, onSlot };
    const connection = new VapiConnection(options, (event) => connection === this.#connection && this.#onConnectionEvent(event));
    this.#connection = connection;
    // The first sound may arrive before `joined`.
    connection.followSwitches();
    if (room) connection.rejoin(room);
    else connection.start(this.#visit, call.summary());
  }

  /** The connection may have ended since. */
  #onSlot(connection: VapiConnection, callId: string, clock: Clock): void {
    this.#endLease();
    this.#endLease = renewLease(callId, { page: this.#options.page, clock, onRefused: () => this.#onRenewalRefused() });
    if (connection !== this.#connection) this.#endLease();
    else if (this.#isQueueing) {
      this.#isQueueing = false;
      this.#emit({ type: 'queued', ahead: undefined });
    }
  }

  /** The gateway has ended the call. During a lost connection, the next attempt decides instead. */
  #onRenewalRefused(): void {
    if (this.#stage !== 'reconnecting' && !this.#turns.isConnectionLost) this.fail({ category: 'ended' });
  }

  #onConnectionEvent(event: ConnectionEvent): void {
    if (event.type === 'joined') this.#onJoined();
    else if (event.type === 'left') this.#onBroken(undefined);
    else if (event.type === 'failed') this.#onBroken(event.cause);
    else if (event.type === 'ended') this.finish(event.reason);
    else if (event.type === 'message') this.#turns.onMessage(event.message);
    else if (event.type === 'sound') this.#turns.onSound(event.isArriving);
    else if (event.type === 'network') this.#setConnectionLost(!event.isConnected);
    else this.#emit(event);
    if (this.#stage !== 'connecting') return;
    // Waiting for the visitor's tap does not count towards the limit.
    if (event.type === 'playback-blocked') this.#limit.pause();
    if (event.type === 'playback-resumed') this.#limit.run();
  }

  #onJoined(): void {
    const isRestored = this.#stage === 'reconnecting';
    this.#limit.pause();
    this.#reconnecting?.end();
    this.#stage = 'connected';
    const connection = this.#connection;
    this.#room = connection?.webCall;
    connection?.followSwitches();
    if (isRestored) this.#turns.onConnectionRestored(this.#isNewCall);
    else this.#emit({ type: 'connected' });
  }

  #onBroken(cause: unknown): void {
    const busy = pickBusy(cause);
    const failure = pickCallFailure(cause);
    if (this.#stage === 'reconnecting') this.#reconnecting?.failed(busy?.retryAfterMs);
    else if (this.#stage === 'connecting' && busy) this.#queue(busy.ahead, busy.retryAfterMs);
    else if (this.#stage === 'connected' && canReconnect(failure)) {
      // The room reported its own end, so the visitor cannot rejoin it.
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
    if (this.#turns.isConnectionLost === isLost || (this.#stage !== 'connected' && this.#stage !== 'reconnecting')) return;
    if (isLost) this.#turns.onConnectionLost();
    else this.#turns.onConnectionRestored(false);
  }

  #onWords(words: string, isFinal: boolean): void {
    this.#turns.onMessage({ type: 'transcript', role: 'user', transcriptType: isFinal ? 'final' : 'partial', transcript: words });
    if (isFinal) this.#sendMessage({ type: 'add-message', message: { role: 'user', content: words } });
  }

  #sendMessage(message: ClientMessage): boolean {
    return this.#stage === 'connected' && (this.#connection?.send(message) ?? false);
  }

  #followSwitches(): void {
    if (this.#stage === 'over') return;
    const isOpen = this.#options.call.isMicrophoneOpen();
    const { microphone, recogniser } = this.#prepared?.feed ?? {};
    if (microphone) microphone.enabled = isOpen;
    recogniser?.setOpen(isOpen);
    this.#connection?.followSwitches();
  }

  #close(event?: CallEvent): void {
    if (this.#stage === 'over') return;
    this.#stopQueueing();
    this.#limit.pause();
    this.#turns.end();
    this.#reconnecting?.end();
    const connection = this.#connection;
    this.#connection = undefined;
    const ending = connection?.end().catch(() => undefined) ?? Promise.resolve();
    this.#resolveClosed(ending.then(() => this.#options.clock.now()));
    // Release the slot after `end-call`, without waiting for the connection to close.
    this.#endLease();
    this.#lifetime.abort();
    if (event) this.#emit(event);
    this.#stage = 'over';
  }

  #emit(event: CallEvent): void {
    if (this.#stage !== 'over') this.#listener(event);
  }
}
