import type { Room, Source } from '../api/schemas.ts';
import type { ConversationFailure, Speaker, TransportKind } from './conversation.ts';

/** What a transport tells the conversation. `turn` is the number the conversation gave it; stale numbers move nothing. */
export type TransportEvent =
  | { type: 'connected' }
  /** The whole text of a speaker's turn so far, not a delta. `forced` marks an opening the guide was told to say. */
  | { type: 'text'; turn: number; speaker: Speaker; text: string; forced?: boolean }
  | { type: 'source'; turn: number; source: Source }
  | { type: 'room'; room: Room }
  | { type: 'turn-completed'; turn: number }
  | { type: 'failed'; turn?: number; failure: ConversationFailure }
  | { type: 'ended'; reason: string };

/** Carries turns to the guide and back. Owns no transcript and no counter. */
export interface Transport {
  readonly kind: TransportKind;
  connect(tell: (event: TransportEvent) => void): void;
  /** Sends one turn of the visitor. `clientMessageId` is the same again on a retry. */
  send(message: { turn: number; text: string; clientMessageId: string }): void;
  /** Ends the answer to `turn` that is on its way. */
  cancel(turn: number): void;
  close(reason: string): void;
}
