import type { Room, Source } from '../api/schemas.ts';
import type { Language } from '../i18n/language.ts';
import type { EntityId } from '../museum/id.ts';
import type { ReadableStore } from '../remote/readable-store.ts';

/**
 * off: nothing started · connecting · ready: waiting for the visitor · listening: the microphone is open ·
 * thinking: a turn was sent · speaking: the answer is arriving · failed: the turn or the connection broke,
 * `failure` says why; sending again is allowed.
 */
export type Phase = 'off' | 'connecting' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'failed';

export type Speaker = 'visitor' | 'guide';

/** One line of the transcript. A turn's lines are updated in place while it arrives; `key` stays. */
export interface TranscriptLine {
  key: string;
  turn: number;
  speaker: Speaker;
  text: string;
}

/** What belongs to a turn beside its lines. */
export interface TurnDetails {
  sources: Source[];
  /** The visitor's message this turn answers, for Retry. */
  clientMessageId?: string;
  state: 'arriving' | 'complete' | 'broken';
}

export interface ConversationFailure {
  /** What the view chooses its words by. */
  category: 'network' | 'timeout' | 'refused' | 'interrupted' | 'malformed';
  retryAfterSeconds?: number;
  /** The message that found no answer; `retry` sends it again with the same id. */
  clientMessageId?: string;
}

export interface ConversationState {
  phase: Phase;
  /** Raised by every message of the visitor, typed or spoken, and never reused in a visit; 0 before the first. */
  turn: number;
  transcript: readonly TranscriptLine[];
  turns: Readonly<Record<number, TurnDetails>>;
  transport: TransportKind | undefined;
  room: Room | undefined;
  failure: ConversationFailure | undefined;
}

export type TransportKind = 'text' | 'voice';

/** Where the conversation takes place. Another museum, exhibition, language or mode is another one. */
export interface ConversationPlace {
  museumId: EntityId;
  exhibitionId: EntityId;
  language: Language;
}

/**
 * The visit's one conversation, whatever carries it. It owns the transcript and the turn counter;
 * transports are replaceable in the middle of a visit and own neither.
 */
export interface Conversation {
  readonly store: ReadableStore<ConversationState>;
  /** Begins, or changes the transport of a running conversation. A second call for the same transport does nothing. */
  start(transport: TransportKind): void;
  /** Sends the visitor's words; false when nothing was sent (empty, too long, or an answer is still on its way). */
  send(text: string): boolean;
  /** Sends the message that failed once more, under the same id. */
  retry(): boolean;
  /** Ends the answer that is arriving; what has arrived stays. */
  interrupt(): void;
  /** Ends the transport. Transcript and turn counter are kept for the visit. */
  stop(reason: string): void;
  /** Ends and forgets everything: another museum or exhibition. */
  reset(): void;
}
