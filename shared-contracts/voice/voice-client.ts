import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { SettingsSource } from '../visit/session.ts';
import type { Visit } from '../visit/visit.ts';
import type { Failure } from './failure.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

/** Emitted by a connection and forwarded unchanged by the call. */
export type SoundEvent =
  /** 0 to 1, about ten times a second. */
  | { type: 'guide-level'; level: number }
  | { type: 'visitor-level'; level: number }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' };

/** The words, captions and sounds of a turn. `turn` is the conversation's number of the turn; old numbers have no effect. */
export type TurnEvent =
  /**
   * The whole text of a speaker's turn so far, not a delta. `forced` marks a forced opening.
   * A writing guide emits Markdown. `generated` describes how the guide's text was made.
   */
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
  /** `messageId`: the answer's id, if any. */
  | { type: 'turn-completed'; turn: number; messageId?: string }
  /** The turn gets no answer. The transport stays open. */
  | { type: 'turn-failed'; turn: number; failure: Failure }
  /** Number of the guide's spoken words so far. */
  | { type: 'spoken'; turn: number; words: number };

/** Events of continuous talk and of a delayed voice. */
type SpeechEvent =
  /** The visitor started to speak. The conversation starts a turn and passes its number to `listen`. */
  | { type: 'visitor-speech-started' }
  /** The visitor paused, which hands the turn to the guide. */
  | { type: 'visitor-speech-ended' }
  /** The guide's voice hangs. The conversation mutes it for a moment. */
  | { type: 'hang' }
  /** Whether the platform still speaks an answer that the visitor interrupted. */
  | { type: 'guide-behind'; isBehind: boolean };

/** Changes of a call's state. `failed` and `ended` are the last events. */
type CallStateEvent =
  /** The visitor granted the microphone, or the call needs none. */
  | { type: 'microphone-granted'; hearing: SpeechRecognitionSource }
  /** Speech recognition ended: the guide speaks and the visitor types. `microphone`: the microphone's loss, if that is the reason. */
  | { type: 'hearing-lost'; microphone?: 'lost' | 'revoked' }
  /** The system muted the microphone, for example for a phone call, or unmuted it. */
  | { type: 'microphone-taken'; isTaken: boolean }
  /** Still connecting after 4 s. */
  | { type: 'slow' }
  /** Waiting for a voice slot; undefined once a slot is leased. */
  | { type: 'queued'; ahead: number | undefined }
  /** From here on, sent messages arrive. */
  | { type: 'connected' }
  /** The connection is lost; the call tries to restore it. */
  | { type: 'connection-lost' }
  | { type: 'connection-restored' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended'; reason: string };

export type CallEvent = CallStateEvent | SoundEvent | TurnEvent | SpeechEvent;

/** A message from the page to the platform. */
export type ClientMessage =
  | { type: 'add-message'; message: { role: 'user'; content: string } }
  | { type: 'control'; control: 'mute-assistant' | 'unmute-assistant' }
  | { type: 'end-call' };

/** daily-js sends up to 4,096 characters and counts the JSON of its text, which is itself JSON. */
export const fitsInOneMessage = (message: ClientMessage) => JSON.stringify(JSON.stringify(message)).length <= 4096;

export interface CallOptions {
  /** Read when the call starts. */
  visit(): Visit;
  /** Source of the settings: the call follows the volume, and each new call reads the speech rate. */
  session: SettingsSource;
  /** The conversation's summary for the guide, read at every call. */
  summary(): string;
  /** Limit for connecting, in ms. */
  limitMs: number;
  /** Ends the voice conversation of another tab. */
  takesOver: boolean;
  /** Whether the visitor listens and types. */
  withoutMicrophone: boolean;
  /** The last turn's number, which an opening gets. */
  turn: number;
  /** Current values; `followSwitches` reports changes. */
  isMicrophoneOpen(): boolean;
  isGuideMuted(): boolean;
  /** Turns spoken words into their written form, by the language's rules and the exhibition's list. */
  toWritten(text: string): string;
  /** Names that the visitor may say. */
  phrases: readonly string[];
}

export interface VoiceControls {
  /** Starts a spoken turn: the guide's remaining words belong to an earlier turn. */
  listen(turn: number): void;
  /** Hands the spoken turn to the guide. */
  finish(turn: number): void;
  /** Applies the current switches of microphone and guide. */
  followSwitches(): void;
  resumePlayback(): void;
}
