import type { Language } from '../../i18n/language.ts';
import type { VisitConfig } from '../../visit/visit-config.ts';
import type { ConnectionStep, SpeechRecognitionSource, VoiceState } from '../../voice/voice-state.ts';
import type { MuteReason, StartOptions, TransportKind } from '../conversation.ts';
import type { TransportEvent } from '../transport.ts';

/** What the visitor has chosen before a call begins. */
export type VoicePreferences = Pick<VisitConfig, 'talkingMode' | 'isAudioMuted'>;

/** State of a call beside the tables. Whatever can be derived from it is not in here. */
export interface CallState extends Pick<VisitConfig, 'talkingMode'> {
  readonly step: ConnectionStep;
  readonly isSlow: boolean;
  readonly ahead: number | undefined;
  readonly hearing: SpeechRecognitionSource;
  readonly microphone: VoiceState['microphone'];
  /** The visitor's switch in continuous talk. */
  readonly isMicrophoneMuted: boolean;
  readonly isPlaybackBlocked: boolean;
  readonly wasUnheard: boolean;
  /** Spoken turns without words, one after the other. */
  readonly unheardTurns: number;
}

/** open: the transport answers · lost: the connection of a call is being restored · broken: the transport failed. */
export type Connection = 'off' | 'connecting' | 'open' | 'lost' | 'broken';

/** What becomes of the current turn. waiting: its message is sent when the transport connects · failed: no answer came. */
export type Exchange = 'idle' | 'waiting' | 'listening' | 'thinking' | 'speaking' | 'failed';

export interface MachineState {
  readonly connection: Connection;
  readonly exchange: Exchange;
  /** Beside the exchange, never inside it: a counter that restarts would let a late answer pass for a new one. */
  readonly turn: number;
  /** Undefined unless the transport is a call, or a call was the last one and failed. */
  readonly call: CallState | undefined;
}

/** The transport in use, as far as the state of the conversation depends on it. */
export interface Carrier {
  readonly kind: TransportKind;
  /** An answer has its question's. */
  readonly language: Language | undefined;
  /** The guide may speak unasked until the first turn on this transport. */
  readonly mayOpen: boolean;
}

/** talking: the button is held · hang: the gap after a hang · interrupted: the guide's side still says what was cut off. */
export type GuideMute = MuteReason | 'talking' | 'hang' | 'interrupted';

/** By the visitor. `start-requested` also replaces a running transport; `preferences` come with a call. */
type VisitorEvent =
  | { type: 'start-requested'; kind: TransportKind; options: StartOptions; preferences: VoicePreferences | undefined }
  | { type: 'message-sent'; text: string; newId(): string }
  | { type: 'stopped'; reason: string }
  | { type: 'retried' | 'interrupted' | 'held' | 'released' }
  | { type: 'talking-mode-chosen'; talkingMode: VisitConfig['talkingMode'] }
  | { type: 'microphone-switched'; isMuted: boolean }
  | { type: 'guide-switched'; isMuted: boolean; by: MuteReason };

/** Follow from the words of a transport, or from time that has passed. */
type DerivedEvent =
  | { type: 'answer-started'; turn: number }
  /** Words of the visitor came after a turn was `unheard`. */
  | { type: 'understood'; turn: number }
  /** The turn brought no answer for a while; a spoken one without words is `unheard`. */
  | { type: 'silence-passed' | 'unheard'; turn: number }
  | { type: 'hang-passed' };

export type MachineEvent = VisitorEvent | DerivedEvent | TransportEvent;
export type EventType = MachineEvent['type'];
