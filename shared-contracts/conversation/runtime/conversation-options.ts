import type { EventBus } from '../../events/event-bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { ConversationContext, TransportKind } from '../conversation.ts';
import type { VoicePreferences } from '../machine/machine-state.ts';
import type { TextOptions, Transport, VoiceOptions } from '../transport.ts';
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
