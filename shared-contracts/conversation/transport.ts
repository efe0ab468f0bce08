import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { Failure } from '../voice/failure.ts';
import type { CallStateEvent } from '../voice/voice-client.ts';
import type { Speaker, TransportKind } from './conversation.ts';

/** The one of a union's events that has this `type`. */
export type EventOf<Event extends { type: string }, Type extends Event['type']> = Extract<Event, { type: Type }>;

/**
 * What a transport emits. `turn` is the number the conversation gave it; stale numbers change nothing.
 * About itself it emits what a call emits, passed on as it is.
 */
export type TransportEvent =
  | CallStateEvent
  /**
   * The whole text of a speaker's turn so far, not a delta. `forced` marks an opening the guide was ordered to say;
   * A guide that writes emits Markdown; `generated` says how the guide's text was made.
   */
  | { type: 'text'; turn: number; speaker: Speaker; text: string; forced?: boolean; isMarkdown?: boolean; generated?: Generated }
  | { type: 'source'; turn: number; source: Source }
  | { type: 'room'; room: Room }
  | { type: 'tour'; turn: number; tour: Tour }
  /** `messageId`: the answer's own id, where it has one. */
  | { type: 'turn-completed'; turn: number; messageId?: string }
  /** No answer to this turn; the transport stays open. */
  | { type: 'turn-failed'; turn: number; failure: Failure }
  /** Continuous talk: the visitor began to speak. Starts a turn, whose number is handed back through `listen`. */
  | { type: 'visitor-speech-started' }
  /** Continuous talk: the visitor paused, the turn is with the guide. */
  | { type: 'visitor-speech-ended' }
  /** A spoken turn brought no words. */
  | { type: 'unheard'; turn: number }
  /** Words of the guide's turn said aloud so far. */
  | { type: 'spoken'; turn: number; words: number }
  | { type: 'connection-restored' }
  /** The guide's voice hangs and is muted for a moment. */
  | { type: 'hang' }
  /** The guide's side still says what the visitor has cut off, or has ended it. */
  | { type: 'guide-behind'; isBehind: boolean };

/** What a voice transport is opened with. */
export interface VoiceOptions {
  /** How long connecting may take, in ms. */
  limitMs: number;
  takesOver: boolean;
  withoutMicrophone: boolean;
  /** What was said so far, for a guide that knows nothing of it; read whenever a call is made. */
  summary(): string;
  /** The last number given: an opening belongs to it. */
  turn: number;
  /** As they have to be now; `followSwitches` says when they changed. */
  isMicrophoneOpen(): boolean;
  isGuideMuted(): boolean;
}

/** What a text transport is opened with. */
export interface TextOptions {
  /** What the chat does not know because it was said in a call; sent with its first message. */
  pastTranscriptSummary?: string;
}

/** Carries turns to the guide and back. Owns no turns and no counter. */
export interface Transport {
  readonly kind: TransportKind;
  connect(emit: (event: TransportEvent) => void): void;
  /** Sends one turn of the visitor. `clientMessageId` is the same again on a retry. */
  send(message: { turn: number; text: string; clientMessageId: string }): void;
  /** Ends the answer to `turn` that is on its way. */
  cancel(turn: number): void;
  close(reason: string): void;
  /** Present in voice alone. */
  readonly voice?: VoiceControls;
}

export interface VoiceControls {
  /** A spoken turn begins: what the guide still says belongs to an older one. */
  listen(turn: number): void;
  /** Push-to-talk was released: the turn is with the guide. */
  finish(turn: number): void;
  /** Microphone or guide have to be switched. */
  followSwitches(): void;
  resumePlayback(): void;
}
