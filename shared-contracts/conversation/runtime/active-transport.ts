import type { EventBus } from '../../events/event-bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { ConversationContext, TransportKind } from '../conversation.ts';
import type { VoicePreferences } from '../machine/machine-state.ts';
import type { Transport } from '../transport.ts';
import { ConversationContextError, ConversationNotAvailableError } from './conversation-error.ts';
import type { RestoredConversation } from './conversation-memory.ts';

/** What a call needs beside its place. */
export interface VoiceOptions {
  /** How long connecting may take, in ms. */
  limitMs: number;
  takesOver: boolean;
  /** What was said so far, for whoever knows nothing of it; read whenever a call is made. */
  summary(): string;
  /** The last number given: an opening belongs to it. */
  turn: number;
}

/** What the chat does not know because it was said in a call; sent with its first message. */
export interface TextOptions {
  pastTranscriptSummary?: string;
}

type PlaceParts = { [Part in keyof ConversationContext]?: ConversationContext[Part] | undefined } & Pick<ConversationContext, 'language'>;

export interface ConversationOptions {
  /** A page without voice has only text. */
  transports: {
    text(place: ConversationContext, terms: TextOptions): Transport;
    voice?(place: ConversationContext, terms: VoiceOptions): Transport;
  };
  /** Read whenever a transport is made. */
  context(): PlaceParts | undefined;
  /** What the visitor has chosen; read whenever a call begins. */
  preferences(): VoicePreferences;
  /** Asks the voice client. */
  checkVoice(): Promise<VoiceReadiness>;
  bus: EventBus;
  clock: Clock;
  /** A fresh UUID for a message. */
  newId(): string;
  /** What was said in this place before the page was loaded again. */
  restored?: RestoredConversation;
}

/** A transport in use. Whatever an older one still tells moves nothing. */
export interface ActiveTransport {
  readonly kind: TransportKind;
  readonly transport: Transport;
  /** It connected, and the page was told so: its end has to be told as well. */
  isStarted: boolean;
  /** The guide may speak unasked only until the first turn on this transport. */
  isOpeningOver: boolean;
  /** What its call was told last. */
  isMicrophoneOpen: boolean;
  isGuideMuted: boolean;
}

/** Makes a transport for the place the visitor is in. Throws ConversationPlaceError or ConversationNotAvailableError. */
export function openTransport(
  { context, transports }: ConversationOptions,
  kind: TransportKind,
  terms: VoiceOptions & TextOptions,
): ActiveTransport {
  const { exhibitionId, museumId, language } = context() ?? {};
  if (exhibitionId === undefined) throw new ConversationContextError('collection-undefined');
  if (museumId === undefined || language === undefined) throw new ConversationContextError('museum-undefined');
  const make = transports[kind];
  if (!make) throw new ConversationNotAvailableError(kind);
  const transport = make({ museumId, exhibitionId, language }, terms);
  return { kind, transport, isStarted: false, isOpeningOver: false, isMicrophoneOpen: false, isGuideMuted: false };
}
