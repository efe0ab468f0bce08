import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { Language } from '../i18n/language.ts';
import type { ReadableStore } from '../kit/store.ts';
import type { EntityId } from '../museum/id.ts';
import type { VisitConfig } from '../visit/visit-config.ts';
import type { Failure } from '../voice/failure.ts';
import type { VoiceReadiness, VoiceState } from '../voice/voice-state.ts';

/** ready: waits for the visitor · thinking: a turn was sent · reconnecting: a call is being restored · failed: visitors may send again. */
export type Phase = 'off' | 'connecting' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'reconnecting' | 'failed';

/** 0 to 1. */
export interface Levels {
  guide: number;
  visitor: number;
}

export type Speaker = 'visitor' | 'guide';

/** A question and its answer, as they are stored. Views derive their lines from turns. */
export interface Turn {
  /** The counter's number when the turn began. An opening has the number of the turn before it. */
  id: number;
  /** Undefined in an opening, and in a spoken turn before its first words are recognised. */
  question?: string;
  /** The guide's words so far: Markdown if `isMarkdown`. Never empty. */
  answer?: string;
  isMarkdown?: boolean;
  /** The guide said the words when a transport connected: the welcome, or `back` after the welcome. */
  opening?: 'welcome' | 'back';
  sources: readonly Source[];
  state: 'arriving' | 'complete' | 'broken';
  language?: Language;
  /** The id of the visitor's message, for Retry. */
  clientMessageId?: string;
  generated?: Generated;
  /** The visitor's message was a step of the tour, not a question. */
  isStep?: true;
  /** The id of a complete answer. Only answers of a chat have an id. */
  messageId?: string;
}

/** `key` does not change while the turn grows. */
export interface TranscriptLine {
  key: string;
  turn: number;
  speaker: Speaker;
  text: string;
  language?: Language;
}

export interface ConversationFailure extends Failure {
  /** The message without an answer. `retry` sends the message again with the same id. */
  clientMessageId?: string;
}

export interface ConversationState {
  phase: Phase;
  /** Every typed or spoken message raises the number, which is unique in a visit. 0 before the first message. */
  turn: number;
  turns: readonly Turn[];
  transport: TransportKind | undefined;
  room: Room | undefined;
  tour: Tour | undefined;
  failure: ConversationFailure | undefined;
  /** Words of the turn's lines that the guide's voice has spoken. Undefined in text. */
  spoken: { turn: number; words: number } | undefined;
  /** Undefined unless the transport is voice, or the last transport was voice and failed. */
  voice: VoiceState | undefined;
}

export type TransportKind = 'text' | 'voice';

export interface ConversationContext {
  museumId: EntityId;
  exhibitionId: EntityId;
  language: Language;
}

export interface StartOptions {
  /** Time limit for connecting, in ms [10_000]. For voice alone. */
  limitMs?: number;
  /** Ends the voice conversation of another tab. */
  takesOver?: boolean;
  /** The visitor listens and types, and the browser requests no microphone. Default: the choice for the last call. */
  withoutMicrophone?: boolean;
}

/** Default: the visitor. */
export type MuteReason = 'visitor' | 'reading' | 'recording';

/** A visit has one conversation, which owns the turns and their counter. Transports are replaceable during the visit. */
export interface Conversation {
  readonly store: ReadableStore<ConversationState>;
  /** Loudness of both sides, about ten times a second during a call. Changes of `store` would render the screen each time. */
  readonly levels: ReadableStore<Levels>;
  /** Checks voice without a question to the visitor. Never rejects. */
  checkVoice(): Promise<VoiceReadiness>;
  /** A second call for the same transport does nothing. Voice requests the microphone: explain the reason before the call. */
  start(transport: TransportKind, options?: StartOptions): void;
  /** False if nothing was sent: the text is empty or too long, or an answer is due. */
  send(text: string): boolean;
  /** Sends the last message again with the same id, if its answer failed, broke off or was cut by a reload. */
  retry(): boolean;
  /** Ends the arriving answer and keeps its words. */
  interrupt(): void;
  /** Ends the transport. Turns and counter remain for the visit. */
  stop(reason: string): void;
  /** Ends the conversation and deletes its state, for another museum or exhibition. */
  reset(): void;
  /** Opens the microphone and mutes the guide until `release`. False without a call or speech recognition, and in continuous talk. */
  hold(): boolean;
  /** Call this after every end of a hold. A second call does nothing. */
  release(): void;
  /** Only for continuous talk. */
  setMicrophoneMuted(isMuted: boolean): void;
  /** Applies the visitor's configuration, in a running call too. */
  setTalkingMode(mode: VisitConfig['talkingMode']): void;
  /** The guide is heard if no reason mutes the guide. Each reason is set separately, with or without a call. */
  setGuideMuted(isMuted: boolean, by?: MuteReason): void;
  /** Call this from a tap after the browser refused to play the guide. */
  resumePlayback(): void;
}
