import type { VisitConfig } from '../../visit/visit-config.ts';
import type { ConnectionStep, SpeechRecognitionSource, VoiceState } from '../../voice/voice-state.ts';
import type { Phase } from '../conversation.ts';
import type { TransportEvent } from '../transport.ts';

/** What the visitor has chosen before a call begins. */
export type VoicePreferences = Pick<VisitConfig, 'talkingMode' | 'isAudioMuted'>;

/** State of a voice conversation beside its phase. Whatever can be derived from it is not in here. */
export interface CallState extends VoicePreferences {
  readonly step: ConnectionStep;
  readonly isSlow: boolean;
  readonly ahead: number | undefined;
  readonly hearing: SpeechRecognitionSource;
  readonly microphone: VoiceState['microphone'];
  /** The visitor's switch in continuous talk. */
  readonly isMicrophoneMuted: boolean;
  /** The gap after a hang. */
  readonly isHanging: boolean;
  readonly isPlaybackBlocked: boolean;
  readonly wasUnheard: boolean;
  /** Spoken turns without words, one after the other. */
  readonly unheardTurns: number;
}

/** State of a conversation, without a word that was said. */
export interface MachineState {
  readonly phase: Phase;
  /** Beside the phase, never inside it: a counter that restarts would let a late answer pass for a new one. */
  readonly turn: number;
  /** The transport answers; without it a message has to wait. */
  readonly isConnected: boolean;
  /** The turn's message waits for the transport to connect. */
  readonly isQueued: boolean;
  /** Phase after a lost connection is restored. */
  readonly resumes: 'ready' | 'thinking' | 'speaking';
  /** Undefined unless the transport is a call, or a call was the last one and failed. */
  readonly call: CallState | undefined;
}

/** By the visitor. `start-requested` also replaces a running transport; `preferences` come with a call. */
type VisitorEvent =
  | { type: 'start-requested'; preferences: VoicePreferences | undefined }
  | { type: 'stopped' | 'message-sent' | 'retried' | 'interrupted' | 'held' | 'released' }
  | { type: 'talking-mode-chosen'; talkingMode: VisitConfig['talkingMode'] }
  | { type: 'microphone-switched' | 'guide-switched'; isMuted: boolean };

/** Follow from a transport's words, or from time that has passed. */
type DerivedEvent =
  | { type: 'answer-started'; turn: number }
  /** Words of the visitor's came after a turn was `unheard`. */
  | { type: 'understood'; turn: number }
  | { type: 'hang-passed' };

/** Words, levels and pictures change no phase. */
type ContentEvent = 'text' | 'source' | 'room' | 'tour' | 'spoken' | 'guide-level' | 'visitor-level' | 'video';

export type MachineEvent = VisitorEvent | DerivedEvent | Exclude<TransportEvent, { type: ContentEvent }>;
export type EventType = MachineEvent['type'];

/** What the runtime has to do, in order. Microphone and guide's voice follow from the state itself. */
export type TransportCommand = 'connect' | 'send' | 'cancel' | 'close' | 'listen' | 'finish';

export const initialState: MachineState = {
  phase: 'off',
  turn: 0,
  isConnected: false,
  isQueued: false,
  resumes: 'ready',
  call: undefined,
};
