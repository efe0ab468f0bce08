import type { EventBus } from '../../events/event-bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { VoiceReadiness } from '../../voice/voice-state.ts';
import type { ConversationContext } from '../conversation.ts';
import type { VoicePreferences } from '../machine/machine-state.ts';
import type { TextOptions, Transport, VoiceOptions } from '../transport.ts';
import type { RestoredConversation } from './conversation-memory.ts';

type ContextParts = { [Part in keyof ConversationContext]?: ConversationContext[Part] | undefined } & Pick<ConversationContext, 'language'>;

export interface ConversationOptions {
  /** If `voice` is missing, the page has text alone. A promise of a transport must resolve within the limit for connecting. */
  transports: {
    text(context: ConversationContext, options: TextOptions): Transport;
    voice?(context: ConversationContext, options: VoiceOptions): Transport | Promise<Transport>;
  };
  /** Read whenever a transport is opened. */
  context(): ContextParts | undefined;
  /** Read whenever a call begins. */
  preferences(): VoicePreferences;
  checkVoice(): Promise<VoiceReadiness>;
  bus: EventBus;
  clock: Clock;
  newId(): string;
  restored?: RestoredConversation;
}
