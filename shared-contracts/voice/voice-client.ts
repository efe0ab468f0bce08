import type { ConversationFailure } from '../conversation/conversation.ts';
import type { SpeechRecognitionSource, VoiceReadiness } from './voice-state.ts';

/** What a call tells, in the order it happens. After `failed` or `ended` comes nothing. */
export type CallEvent =
  | { type: 'microphone-granted'; hearing: SpeechRecognitionSource }
  /** Still connecting after 4 s. */
  | { type: 'slow' }
  /** Waiting for a place; undefined once there is one. */
  | { type: 'queued'; ahead: number | undefined }
  /** The guide listens: what is sent from now on arrives. */
  | { type: 'connected' }
  /** A message of the guide's side as it came, parsed from JSON and not validated. */
  | { type: 'message'; message: unknown }
  /** 0 to 1, about ten times a second. */
  | { type: 'guide-level'; level: number }
  | { type: 'visitor-level'; level: number }
  /** The guide is heard; `speech-ended` comes a second after the last sound. */
  | { type: 'speech-started' }
  | { type: 'speech-ended' }
  | { type: 'connection-lost' }
  /** The same call goes on (`isNewCall` false), or a new one that was told what was said. */
  | { type: 'connection-restored'; isNewCall: boolean }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'failed'; failure: ConversationFailure }
  | { type: 'ended'; reason: string };

/** What the guide's side is told; longer content than 4,096 characters as JSON does not fit and is refused before it is sent. */
export type ClientMessage =
  | { type: 'add-message'; message: { role: 'user' | 'system'; content: string }; triggerResponseEnabled?: boolean }
  | { type: 'control'; control: 'mute-assistant' | 'unmute-assistant' }
  | { type: 'say'; message: string; endCallAfterSpoken?: boolean; interruptionsEnabled?: boolean }
  | { type: 'end-call' };

export interface CallOptions {
  /** JSON text of the visit, as the gateway reads it. */
  visit: string;
  /** Read whenever a call is made, also anew after a line was lost. */
  summary(): string;
  limitMs: number;
  takesOver: boolean;
}

/** One call. Methods after its end do nothing. */
export interface Call {
  setMicrophoneOpen(isOpen: boolean): void;
  /** False when it could not go out: no call yet, too long. */
  send(message: ClientMessage): boolean;
  resumePlayback(): void;
  end(reason: string): void;
}

/**
 * The page's one way to the voice platform. One call at a time: a new one ends the one before and waits until it is
 * gone. The SDK is fetched with the first call.
 */
export interface VoiceClient {
  check(): Promise<VoiceReadiness>;
  call(options: CallOptions, tell: (event: CallEvent) => void): Call;
}
