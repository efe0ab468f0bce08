import type { Language } from '../../i18n/language.ts';
import type { VisitConfig } from '../../visit/visit-config.ts';
import type { VoiceState } from '../../voice/voice-state.ts';
import type { ConversationState, MuteReason, StartOptions, TransportKind } from '../conversation.ts';
import type { TransportEvent } from '../transport.ts';

export type VoicePreferences = Pick<VisitConfig, 'talkingMode' | 'isAudioMuted'>;

/** What screens see of a call, and what decides about the next events. */
export interface CallState extends VoiceState {
  /** In continuous talk. */
  isMicrophoneMuted: boolean;
  /** Successive spoken turns without words. */
  unheardTurns: number;
}

/** open: the transport is connected · lost: a call's connection is being restored · broken: the transport failed. */
export type Connection = 'off' | 'connecting' | 'open' | 'lost' | 'broken';

/** waiting: the message is sent when the transport connects · failed: no answer arrived. */
export type Exchange = 'idle' | 'waiting' | 'listening' | 'thinking' | 'speaking' | 'failed';

export interface MachineState {
  readonly connection: Connection;
  readonly exchange: Exchange;
  /** If an exchange restarted the counter, a late answer could pass for a new answer. */
  readonly turn: number;
  /** Undefined unless the transport is a call, or the last transport was a call and failed. */
  readonly voice: CallState | undefined;
}

export interface State extends Omit<ConversationState, keyof MachineState>, MachineState {
  /** The page's language when the last transport was opened. */
  readonly openedIn: Language | undefined;
  /** The guide may speak first until the first turn on the transport. */
  readonly mayOpen: boolean;
  readonly mutes: ReadonlySet<GuideMute>;
  /** The call has words that the chat service lacks. */
  readonly isSummaryDue: boolean;
  /** Language of the last finished or interrupted words of the guide. */
  readonly spokenIn: Language | undefined;
}

/** talking: the button is held · hang: the gap after a hang · interrupted: the platform still speaks an interrupted answer. */
export type GuideMute = MuteReason | 'talking' | 'hang' | 'interrupted';

/** `start-requested` also replaces a running transport. Only calls have `preferences`. */
type VisitorEvent =
  | { type: 'start-requested'; kind: TransportKind; options: StartOptions; preferences: VoicePreferences | undefined }
  | { type: 'message-sent'; text: string; newId(): string }
  | { type: 'stopped'; reason: string }
  | { type: 'retried' | 'interrupted' | 'held' | 'released' }
  | { type: 'talking-mode-chosen'; talkingMode: VisitConfig['talkingMode'] }
  | { type: 'microphone-switched'; isMuted: boolean }
  | { type: 'guide-switched'; isMuted: boolean; by: MuteReason };

type DerivedEvent =
  | { type: 'answer-started'; turn: number }
  /** Words of the visitor arrived after `unheard`. */
  | { type: 'understood'; turn: number }
  | { type: 'silence-passed' | 'unheard'; turn: number }
  | { type: 'hang-passed' };

export type MachineEvent = VisitorEvent | DerivedEvent | TransportEvent;
export type EventType = MachineEvent['type'];
