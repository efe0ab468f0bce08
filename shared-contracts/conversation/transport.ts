import type { Room, Source } from '../api/schemas.ts';
import type { SpeechRecognitionSource } from '../voice/voice-state.ts';
import type { ConversationFailure, Levels, Speaker, TransportKind } from './conversation.ts';

/** What a transport tells the conversation. `turn` is the number the conversation gave it; stale numbers move nothing. */
export type TransportEvent =
  | { type: 'connected' }
  /**
   * The whole text of a speaker's turn so far, not a delta. `forced` marks an opening the guide was told to say;
   * `markdown` is the same text with its marks, of a guide that writes.
   */
  | { type: 'text'; turn: number; speaker: Speaker; text: string; forced?: boolean; markdown?: string }
  | { type: 'source'; turn: number; source: Source }
  | { type: 'room'; room: Room }
  /** `messageId`: the answer's own id, where it has one. */
  | { type: 'turn-completed'; turn: number; messageId?: string }
  /** No answer to this turn; the transport goes on. */
  | { type: 'turn-failed'; turn: number; failure: ConversationFailure }
  /** The transport itself. */
  | { type: 'failed'; failure: ConversationFailure }
  | { type: 'ended'; reason: string }
  | VoiceTransportEvent;

/** What only a call tells. */
export type VoiceTransportEvent =
  /** The microphone was granted, or none is needed. */
  | { type: 'microphone-granted'; hearing: SpeechRecognitionSource }
  | { type: 'slow' }
  | { type: 'queued'; ahead: number | undefined }
  /** Continuous talk: the visitor began to speak. Raises the turn, which is handed back through `listen`. */
  | { type: 'visitor-speech-started' }
  /** Continuous talk: the visitor paused, the turn is with the guide. */
  | { type: 'visitor-speech-ended' }
  /** What was taken for speech brought no words. */
  | { type: 'unheard'; turn: number }
  /** Words of the guide's turn said aloud so far. */
  | { type: 'spoken'; turn: number; words: number }
  | { type: 'levels'; levels: Levels }
  /** The line is lost and being restored. */
  | { type: 'connection-lost' }
  | { type: 'connection-restored' }
  /** The guide's voice hangs: spec section 4, muted for 100 ms. */
  | { type: 'hang' }
  | { type: 'playback-blocked' }
  | { type: 'playback-resumed' }
  | { type: 'video'; stream: MediaStream | undefined };

/** Carries turns to the guide and back. Owns no transcript and no counter. */
export interface Transport {
  readonly kind: TransportKind;
  connect(tell: (event: TransportEvent) => void): void;
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
  setMicrophoneOpen(isOpen: boolean): void;
  setGuideMuted(isMuted: boolean): void;
  resumePlayback(): void;
}
