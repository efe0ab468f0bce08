import type { EventBus } from '../../events/event-bus.ts';
import type { Language } from '../../i18n/language.ts';
import type { Clock } from '../../kit/clock.ts';
import { type ConnectLimit, createConnectLimit } from '../../voice/call-timers.ts';
import type { FailureCategory } from '../../voice/failure.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { ConversationContext, TransportKind } from '../conversation.ts';
import { isGuideMuted, isMicrophoneOpen } from '../machine/call-state.ts';
import type { EventType, MachineState, VoicePreferences } from '../machine/machine-state.ts';
import type { TextOptions, Transport, TransportEvent, VoiceOptions } from '../transport.ts';
import type { RestoredConversation } from './conversation-memory.ts';

type ContextParts = { [Part in keyof ConversationContext]?: ConversationContext[Part] | undefined } & Pick<ConversationContext, 'language'>;

export interface ConversationOptions {
  /** A page without voice has only text. What comes as a promise is loaded first, within the time connecting may take. */
  transports: {
    text(context: ConversationContext, options: TextOptions): Transport;
    voice?(context: ConversationContext, options: VoiceOptions): Transport | Promise<Transport>;
  };
  /** Read whenever a transport is opened. */
  context(): ContextParts | undefined;
  /** What the visitor has chosen; read whenever a call begins. */
  preferences(): VoicePreferences;
  /** Asks the voice client. */
  checkVoice(): Promise<VoiceReadiness>;
  bus: EventBus;
  clock: Clock;
  /** A fresh UUID for a message. */
  newId(): string;
  /** What was said here before the page was loaded again. */
  restored?: RestoredConversation;
}

/** A conversation was started before museum and exhibition were known. */
export class ConversationContextError extends Error {
  override readonly name = 'ConversationContextError';
  readonly code: 'collection-undefined' | 'museum-undefined';
  constructor(code: 'collection-undefined' | 'museum-undefined') {
    super(code === 'museum-undefined' ? 'Museum ID is undefined.' : 'Collection ID is undefined.');
    this.code = code;
  }
}

/** A transport was asked for that this page does not have. */
export class ConversationNotAvailableError extends Error {
  override readonly name = 'ConversationNotAvailableError';
  readonly code = 'conversation-not-available';
  constructor(kind: TransportKind) {
    super(`This page has no ${kind} transport`);
  }
}

/** A transport failed while it was being started; it is closed again. */
export class TransportNotStartedError extends Error {
  override readonly name = 'TransportNotStartedError';
  readonly code = 'transport-not-started';
  constructor(kind: TransportKind, cause: unknown) {
    super(`The ${kind} transport could not be started`, { cause });
  }
}

/** A transport in use. What an older one still emits changes nothing. */
export class ActiveTransport {
  readonly kind: TransportKind;
  readonly language: Language;
  readonly #create: () => Transport | Promise<Transport>;
  readonly #loadLimit: ConnectLimit;
  #emit: (event: TransportEvent) => void = () => {};
  /** Undefined until its code is there. */
  #transport: Transport | undefined;
  #isClosed: boolean = false;
  #isStarted: boolean = false;
  #isOpeningOver: boolean = false;
  /** Last sent to its call. */
  #isMicrophoneOpen: boolean = false;
  #isGuideMuted: boolean = false;

  /**
   * For where the visitor is, not yet connected.
   * @throws ConversationContextError
   * @throws ConversationNotAvailableError
   */
  constructor({ context, transports, clock }: ConversationOptions, kind: TransportKind, options: VoiceOptions & TextOptions) {
    const { exhibitionId, museumId, language } = context() ?? {};
    if (exhibitionId === undefined) throw new ConversationContextError('collection-undefined');
    if (museumId === undefined || language === undefined) throw new ConversationContextError('museum-undefined');
    const create = transports[kind];
    if (!create) throw new ConversationNotAvailableError(kind);
    this.kind = kind;
    this.language = language;
    this.#create = () => create({ museumId, exhibitionId, language }, options);
    this.#loadLimit = createConnectLimit(clock, options.limitMs, {
      slow: () => this.#emit({ type: 'slow' }),
      over: () => this.#fail('timeout'),
    });
  }

  /** It connected and `conversation-started` was emitted: its end has to be emitted as well. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** The guide may speak unasked only until the first turn on this transport. */
  get isOpeningOver(): boolean {
    return this.#isOpeningOver;
  }

  /** Undefined before it is connected. */
  get transport(): Transport | undefined {
    return this.#transport;
  }

  /** Loads its code first, where that is needed. Throws TransportNotStartedError. */
  connect(emit: (event: TransportEvent) => void): void {
    this.#emit = emit;
    try {
      const created = this.#create();
      if (created instanceof Promise) void this.#load(created);
      else this.#attach(created);
    } catch (cause) {
      this.#fail('malformed');
      throw new TransportNotStartedError(this.kind, cause);
    }
  }

  async #load(loading: Promise<Transport>): Promise<void> {
    this.#loadLimit.run();
    const transport = await loading.catch(() => undefined);
    this.#loadLimit.pause();
    if (this.#isClosed) return;
    if (!transport) return this.#fail('network');
    try {
      this.#attach(transport);
    } catch {
      this.#fail('malformed');
    }
  }

  #attach(transport: Transport): void {
    this.#transport = transport;
    transport.connect((event) => this.#emit(event));
  }

  #fail(category: FailureCategory): void {
    this.#emit({ type: 'failed', failure: { category } });
  }

  onTransition(type: EventType, before: MachineState, after: MachineState): void {
    if (type === 'connected') this.#isStarted = true;
    // A message that waited is the first turn here: no opening may pass for its answer.
    const isFirstTurn = type === 'message-sent' || after.phase === 'listening' || (type === 'connected' && before.isQueued);
    if (isFirstTurn || type === 'interrupted' || type === 'turn-completed') this.#isOpeningOver = true;
  }

  /** Sets microphone and guide's voice of a call as `state` has them; without a state the call is being left. */
  applyVoice(state: MachineState | undefined): void {
    const controls = this.#transport?.voice;
    if (!controls) return;
    const wasOpen = this.#isMicrophoneOpen;
    const wasMuted = this.#isGuideMuted;
    const isOpen = state !== undefined && isMicrophoneOpen(state);
    const isMuted = state !== undefined && this.#isStarted && isGuideMuted(state);
    this.#isMicrophoneOpen = isOpen;
    this.#isGuideMuted = isMuted;
    if (wasOpen && !isOpen) controls.setMicrophoneOpen(false);
    // A call that is left needs no voice any more.
    if (wasMuted !== isMuted && state) controls.setGuideMuted(isMuted);
    if (!wasOpen && isOpen) controls.setMicrophoneOpen(true);
  }

  close(reason: string): void {
    this.#isClosed = true;
    this.#loadLimit.pause();
    this.#transport?.close(reason);
  }
}
