import type { VisitConfig } from '../../visit/visit-config.ts';
import type { ConnectionStep, SpeechRecognitionSource } from '../../voice/voice-state.ts';
import type { ConversationFailure, Phase } from '../conversation.ts';

/** What the visitor has chosen before a call begins. */
export type VoicePreferences = Pick<VisitConfig, 'talkingMode' | 'isAudioMuted'>;

/** Where a voice conversation stands beside its phase. Whatever can be derived of it is not in here. */
export interface CallState extends VoicePreferences {
  readonly step: ConnectionStep;
  readonly isSlow: boolean;
  readonly ahead: number | undefined;
  readonly hearing: SpeechRecognitionSource;
  /** The visitor's switch in continuous talk. */
  readonly isMicrophoneMuted: boolean;
  /** The gap after a hang. */
  readonly isHanging: boolean;
  readonly isPlaybackBlocked: boolean;
  readonly wasUnheard: boolean;
}

/** Where a conversation stands, without a word that was said. */
export interface MachineState {
  readonly phase: Phase;
  /** Beside the phase, never inside it: a counter that restarts would let a late answer pass for a new one. */
  readonly turn: number;
  /** The transport answers for itself; without it a message has to wait. */
  readonly isConnected: boolean;
  /** The turn's message waits for the transport to connect. */
  readonly isQueued: boolean;
  /** Where a lost line goes on once it is restored. */
  readonly resumes: 'ready' | 'thinking' | 'speaking';
  /** Undefined unless the transport is a call, or a call was the last one and failed. */
  readonly call: CallState | undefined;
}

interface EventPayloads {
  /** By the visitor. Also changes a running transport for another; `preferences` come with a call. */
  'start-requested': { readonly preferences: VoicePreferences | undefined };
  stopped: unknown;
  'message-sent': unknown;
  retried: unknown;
  interrupted: unknown;
  held: unknown;
  released: unknown;
  'talking-mode-chosen': { readonly talkingMode: VisitConfig['talkingMode'] };
  'microphone-switched': { readonly isMuted: boolean };
  'guide-switched': { readonly isMuted: boolean };
  /** By the transport, about itself: `failed` by a fault, `ended` in peace. */
  connected: unknown;
  failed: { readonly failure: Pick<ConversationFailure, 'category'> };
  ended: unknown;
  'microphone-granted': { readonly hearing: SpeechRecognitionSource };
  slow: unknown;
  queued: { readonly ahead: number | undefined };
  'connection-lost': unknown;
  'connection-restored': unknown;
  hang: unknown;
  'hang-passed': unknown;
  'playback-blocked': unknown;
  'playback-resumed': unknown;
  /** By the transport, about the visitor's voice in continuous talk. */
  'visitor-speech-started': unknown;
  'visitor-speech-ended': unknown;
  /** By the transport, about a turn. */
  'answer-started': { readonly turn: number };
  'turn-completed': { readonly turn: number };
  'turn-failed': { readonly turn: number };
  /** No words came; `understood`: they came after all. */
  unheard: { readonly turn: number };
  understood: { readonly turn: number };
}

export type EventType = keyof EventPayloads;
export type MachineEvent<Type extends EventType = EventType> = { [One in Type]: { readonly type: One } & EventPayloads[One] }[Type];

/** What the runner has to do, in order. Microphone and guide's voice follow from the state itself. */
export type TransportCommand = 'connect' | 'send' | 'cancel' | 'close' | 'listen' | 'finish';

export const initialState: MachineState = { phase: 'off', turn: 0, isConnected: false, isQueued: false, resumes: 'ready', call: undefined };
