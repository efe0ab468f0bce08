import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { SettingsSource } from '../visit/session.ts';
import type { Visit } from '../visit/visit.ts';
import type { Failure } from './failure.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

/** The call forwards the connection's event unchanged. */
export type SoundEvent =
  /** 0 to 1, about ten times a second. */
  | { type: 'guide-level'; level: number }
  | { type: 'visitor-level'; level: number }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' };

/** `turn` is the conversation's number of the turn; old numbers have no effect. */
export type TurnEvent =
  /** `text` is the speaker's whole turn so far, not a delta. `forced` marks a forced opening. */
  | {
      type: 'text';
      turn: number;
      speaker: 'visitor' | 'guide';
      text: string;
      forced?: boolean;
      isMarkdown?: boolean;
      generated?: Generated;
    }
  | { type: 'source'; turn: number; source: Source }
  | { type: 'room'; room: Room }
  | { type: 'tour'; turn: number; tour: Tour }
  | { type: 'turn-completed'; turn: number; messageId?: string }
  /** The turn gets no answer. The transport stays open. */
  | { type: 'turn-failed'; turn: number; failure: Failure }
  /** `words` counts the guide's spoken words so far. */
  | { type: 'spoken'; turn: number; words: number };

/** For continuous talk and a delayed voice. */
type SpeechEvent =
  /** The conversation starts a turn and passes its number to `listen`. */
  | { type: 'visitor-speech-started' }
  /** The pause hands the turn to the guide. */
  | { type: 'visitor-speech-ended' }
  /** The conversation mutes the hanging voice for a moment. */
  | { type: 'hang' }
  /** Whether the platform still speaks an answer that the visitor interrupted. */
  | { type: 'guide-behind'; isBehind: boolean };

/** `failed` and `ended` are the last events. */
type CallStateEvent =
  /** The call may need no microphone. */
  | { type: 'microphone-granted'; hearing: SpeechRecognitionSource }
  /** The guide speaks and the visitor types. `microphone` is the reason, if the microphone is lost. */
  | { type: 'hearing-lost'; microphone?: 'lost' | 'revoked' }
  /** The system mutes the microphone, for example for a phone call. */
  | { type: 'microphone-taken'; isTaken: boolean }
  /** Still connecting after 4 s. */
  | { type: 'slow' }
  /** Visitors ahead in the queue for a voice slot; undefined once a slot is leased. */
  | { type: 'queued'; ahead: number | undefined }
  /** From here on, sent messages arrive. */
  | { type: 'connected' }
  /** The call tries to restore the connection. */
  | { type: 'connection-lost' }
  | { type: 'connection-restored' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended'; reason: string };

export type CallEvent = CallStateEvent | SoundEvent | TurnEvent | SpeechEvent;

/** From the page to the platform. */
export type ClientMessage =
  | { type: 'add-message'; message: { role: 'user'; content: string } }
  | { type: 'control'; control: 'mute-assistant' | 'unmute-assistant' }
  | { type: 'end-call' };

/** daily-js sends up to 4,096 characters and counts the JSON of its text, which is itself JSON. */
export const fitsInOneMessage = (message: ClientMessage) => JSON.stringify(JSON.stringify(message)).length <= 4096;

export interface CallOptions {
  /** Read when the call starts. */
  visit(): Visit;
  /** The call follows the volume, and each new call reads the speech rate. */
  session: SettingsSource;
  /** Read at every call. */
  summary(): string;
  limitMs: number;
  /** Ends the voice conversation of another tab. */
  takesOver: boolean;
  /** The visitor listens and types. */
  withoutMicrophone: boolean;
  /** An opening gets the last turn's number. */
  turn: number;
  /** `followSwitches` reports changes. */
  isMicrophoneOpen(): boolean;
  isGuideMuted(): boolean;
  /** Turns spoken words into their written form, by the language's rules and the exhibition's list. */
  toWritten(text: string): string;
  /** Names that the visitor may say. */
  phrases: readonly string[];
}

export interface VoiceControls {
  /** The guide's remaining words belong to an earlier turn. */
  listen(turn: number): void;
  finish(turn: number): void;
  followSwitches(): void;
  resumePlayback(): void;
}
