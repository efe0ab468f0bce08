import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { SettingsSource } from '../visit/session.ts';
import type { Visit } from '../visit/visit.ts';
import type { Failure } from './failure.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

/** Emitted by a connection and passed on as it is by the call. */
export type SoundEvent =
  /** 0 to 1, about ten times a second. */
  | { type: 'guide-level'; level: number }
  | { type: 'visitor-level'; level: number }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' };

/** The words, captions and sounds of a turn. `turn` is the number the conversation gave it; stale numbers change nothing. */
export type TurnEvent =
  /**
   * The whole text of a speaker's turn so far, not a delta. `forced` marks an opening the guide was ordered to say.
   * A guide that writes emits Markdown; `generated` says how the guide's text was made.
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
  /** `messageId`: the answer's own id, if it has one. */
  | { type: 'turn-completed'; turn: number; messageId?: string }
  /** No answer to this turn; the transport stays open. */
  | { type: 'turn-failed'; turn: number; failure: Failure }
  /** Words of the guide's turn said aloud so far. */
  | { type: 'spoken'; turn: number; words: number };

/** Continuous talk, and a guide whose voice is late. */
type SpeechEvent =
  /** The visitor began to speak. Starts a turn, whose number is handed back through `listen`. */
  | { type: 'visitor-speech-started' }
  /** The visitor paused, the turn is with the guide. */
  | { type: 'visitor-speech-ended' }
  /** The guide's voice hangs and is muted for a moment. */
  | { type: 'hang' }
  /** The guide's side still says what the visitor has cut off, or has ended it. */
  | { type: 'guide-behind'; isBehind: boolean };

/** What becomes of a call, in the order it happens. After `failed` or `ended` comes nothing. */
type CallStateEvent =
  /** The microphone was granted, or is not needed. */
  | { type: 'microphone-granted'; hearing: SpeechRecognitionSource }
  /** Nothing turns speech into words any more: the guide speaks, the visitor types. `microphone`: because the microphone is gone. */
  | { type: 'hearing-lost'; microphone?: 'lost' | 'revoked' }
  /** The system muted the microphone, for a phone call perhaps, or gave it back. */
  | { type: 'microphone-taken'; isTaken: boolean }
  /** Still connecting after 4 s. */
  | { type: 'slow' }
  /** Waiting for a voice slot; undefined once a slot is leased. */
  | { type: 'queued'; ahead: number | undefined }
  /** What is sent from now on arrives. */
  | { type: 'connected' }
  /** The connection is lost and being restored. */
  | { type: 'connection-lost' }
  | { type: 'connection-restored' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended'; reason: string };

export type CallEvent = CallStateEvent | SoundEvent | TurnEvent | SpeechEvent;

/** What may be sent into a call. */
export type ClientMessage =
  | { type: 'add-message'; message: { role: 'user'; content: string } }
  | { type: 'control'; control: 'mute-assistant' | 'unmute-assistant' }
  | { type: 'end-call' };

/** daily-js sends up to 4,096 characters, and counts the JSON of the text it is handed, which is JSON itself. */
export const fitsInOneMessage = (message: ClientMessage) => JSON.stringify(JSON.stringify(message)).length <= 4096;

export interface CallOptions {
  /** Read when the call begins. */
  visit(): Visit;
  /** For the settings: the volume at any time, the speech rate of a call that is made. */
  session: SettingsSource;
  /** Summary for a guide without the conversation; read at every call. */
  summary(): string;
  /** How long connecting may take, in ms. */
  limitMs: number;
  /** Ends the voice conversation of another tab. */
  takesOver: boolean;
  /** The visitor listens and types. */
  withoutMicrophone: boolean;
  /** The last number given: an opening belongs to it. */
  turn: number;
  /** Current values; `followSwitches` reports changes. */
  isMicrophoneOpen(): boolean;
  isGuideMuted(): boolean;
  /** Spoken words in their written form: by the rules of the call's language and the exhibition's list. */
  toWritten(text: string): string;
  /** Names that may be said. */
  phrases: readonly string[];
}

export interface VoiceControls {
  /** A spoken turn begins: what the guide still says belongs to an older one. */
  listen(turn: number): void;
  /** The spoken turn is with the guide. */
  finish(turn: number): void;
  /** Microphone or guide have to be switched. */
  followSwitches(): void;
  resumePlayback(): void;
}
