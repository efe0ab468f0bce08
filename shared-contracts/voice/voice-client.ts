import type { SettingsSource } from '../visit/session.ts';
import type { Visit } from '../visit/visit.ts';
import type { Failure } from './failure.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

/** Emitted by a connection and passed on as it is by the call and by the transport. */
export type SoundEvent =
  /** 0 to 1, about ten times a second. */
  | { type: 'guide-level'; level: number }
  | { type: 'visitor-level'; level: number }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' };

/** Emitted by a connection and passed on as it is by the call; a transport makes turns of it. */
export type SpeechEvent =
  /** A message of the guide's side as it came, parsed from JSON and not validated. */
  | { type: 'message'; message: unknown }
  /** Sound of the guide arrives; `speech-ended` comes a second after the last sound. */
  | { type: 'speech-started' }
  | { type: 'speech-ended' };

/** What becomes of a call, in the order it happens. After `failed` or `ended` comes nothing. */
export type CallStateEvent =
  | SoundEvent
  /** The microphone was granted, or none is needed. */
  | { type: 'microphone-granted'; hearing: SpeechRecognitionSource }
  /** Nothing turns speech into words any more: the guide speaks, the visitor types. `microphone`: because the microphone is gone. */
  | { type: 'hearing-lost'; microphone?: 'lost' | 'revoked' }
  /** The system muted the microphone, for a phone call perhaps, or gave it back. */
  | { type: 'microphone-taken'; isTaken: boolean }
  /** Still connecting after 4 s. */
  | { type: 'slow' }
  /** Waiting for a voice slot; undefined once there is one. */
  | { type: 'queued'; ahead: number | undefined }
  /** What is sent from now on arrives. */
  | { type: 'connected' }
  /** The connection is lost and being restored. */
  | { type: 'connection-lost' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended'; reason: string };

/** `connection-restored`: the same call continues (`isNewCall` false), or a new one that has the summary of what was said. */
export type CallEvent = CallStateEvent | SpeechEvent | { type: 'connection-restored'; isNewCall: boolean };

/** What may be sent into a call. */
export type ClientMessage =
  | { type: 'add-message'; message: { role: 'user'; content: string } }
  | { type: 'control'; control: 'mute-assistant' | 'unmute-assistant' }
  | { type: 'end-call' };

/** daily-js sends up to 4,096 characters, and counts the JSON of the text it is handed, which is JSON itself. */
export const fitsInOneMessage = (message: ClientMessage) => JSON.stringify(JSON.stringify(message)).length <= 4096;

export interface CallOptions {
  visit: Visit;
  /** For the settings: the volume at any time, the speech rate of a call that is made. */
  session: SettingsSource;
  /** Read whenever a call is made, also after a connection was lost. */
  summary(): string;
  limitMs: number;
  takesOver: boolean;
  /** The visitor listens and types. */
  withoutMicrophone?: boolean;
  /** Names that may be said. */
  phrases?: readonly string[];
}

/** One call. Methods after its end do nothing. */
export interface Call {
  setMicrophoneOpen(isOpen: boolean): void;
  /** False when it could not go out: not connected, too long. */
  send(message: ClientMessage): boolean;
  resumePlayback(): void;
  end(reason: string): void;
}

/**
 * The page's one way to the voice platform. One call at a time: a new one ends the one before and waits until it
 * has closed. The SDK is fetched with the first call.
 */
export interface VoiceClient {
  call(options: CallOptions, emit: (event: CallEvent) => void): Call;
}
