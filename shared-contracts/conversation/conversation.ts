import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { Language } from '../i18n/language.ts';
import type { ReadableStore } from '../kit/store.ts';
import type { EntityId } from '../museum/id.ts';
import type { VisitConfig } from '../visit/visit-config.ts';
import type { Failure } from '../voice/failure.ts';
import type { VoiceReadiness, VoiceState } from '../voice/voice-state.ts';

/**
 * off · connecting · ready: waiting for the visitor · listening: the visitor is speaking ·
 * thinking: a turn was sent · speaking: the answer is arriving · reconnecting: a call's connection is lost and
 * being restored · failed: the turn or the connection failed for the reason in `failure`; sending again is allowed.
 */
export type Phase = 'off' | 'connecting' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'reconnecting' | 'failed';

/** Loudness from 0 to 1. */
export interface Levels {
  guide: number;
  visitor: number;
}

export type Speaker = 'visitor' | 'guide';

/** A question and its answer, as they are stored. Views derive lines and entries from turns. */
export interface Turn {
  /** The counter's number when the turn began. An opening has the number of the turn before it. */
  id: number;
  /** The visitor's words. Undefined in an opening, and in a spoken turn until its first words are recognised. */
  question?: string;
  /** The guide's words so far, never empty. Markdown if `isMarkdown`. */
  answer?: string;
  isMarkdown?: boolean;
  /** The guide says this opening when a transport connects: the welcome, and `back` if the visitor was welcomed before. */
  opening?: 'welcome' | 'back';
  sources: readonly Source[];
  state: 'arriving' | 'complete' | 'broken';
  /** The conversation's language when the turn began. */
  language?: Language;
  /** The id of the visitor's message, for Retry. */
  clientMessageId?: string;
  /** Origin of the guide's words. */
  generated?: Generated;
  /** The visitor's message was a step of the tour instead of a question. */
  isStep?: true;
  /** The id of a complete answer in the chat. */
  messageId?: string;
}

/** One line of the transcript, derived from a turn. `key` does not change while the turn grows. */
export interface TranscriptLine {
  key: string;
  turn: number;
  speaker: Speaker;
  text: string;
  language?: Language;
}

export interface ConversationFailure extends Failure {
  /** The message without an answer. `retry` sends it again with the same id. */
  clientMessageId?: string;
}

export interface ConversationState {
  phase: Phase;
  /** Counts the visitor's messages, typed or spoken, from 1. A number is never reused in a visit. */
  turn: number;
  /** In the order of their beginning. */
  turns: readonly Turn[];
  transport: TransportKind | undefined;
  room: Room | undefined;
  /** State of the guided tour after the last answer. */
  tour: Tour | undefined;
  failure: ConversationFailure | undefined;
  /** Words of a turn that the guide's voice has spoken. Undefined in text. */
  spoken: { turn: number; words: number } | undefined;
  /** Undefined unless the transport is voice, or the last transport was voice and failed. */
  voice: VoiceState | undefined;
}

export type TransportKind = 'text' | 'voice';

/** The place and language of a transport. */
export interface ConversationContext {
  museumId: EntityId;
  exhibitionId: EntityId;
  language: Language;
}

export interface StartOptions {
  /** Limit for connecting a call, in ms [10 s]. */
  limitMs?: number;
  /** Ends the voice conversation of another tab. */
  takesOver?: boolean;
  /** The visitor listens and types, and no microphone is requested. Absent: as in the call before. */
  withoutMicrophone?: boolean;
}

/** The reasons that screens can set to mute the guide. */
export type MuteReason = 'visitor' | 'reading' | 'recording';

/**
 * The visit's only conversation, over any transport. It owns the turns and their counter;
 * transports can be replaced in the middle of a visit and own neither.
 */
export interface Conversation {
  readonly store: ReadableStore<ConversationState>;
  /** Loudness of both sides, about ten times a second in a call. A store of its own, so that screens do not render each time. */
  readonly levels: ReadableStore<Levels>;
  /** Checks the voice without a permission prompt. Never rejects. */
  checkVoice(): Promise<VoiceReadiness>;
  /**
   * Starts the conversation, or changes its transport. A second call for the same transport does nothing.
   * Voice requests the microphone, so that the screen should explain this first.
   */
  start(transport: TransportKind, options?: StartOptions): void;
  /** Sends the visitor's words. False if nothing was sent (empty, too long, or an answer is arriving). */
  send(text: string): boolean;
  /**
   * Sends the last message again under the same id, if its answer failed, broke off or was interrupted by a
   * reload. The new answer replaces the old part.
   */
  retry(): boolean;
  /** Ends the arriving answer and keeps its words so far. */
  interrupt(): void;
  /** Ends the transport. Turns and counter remain for the visit. */
  stop(reason: string): void;
  /** Ends the transport and deletes all turns, for another museum or exhibition. */
  reset(): void;
  /**
   * Push-to-talk: opens the microphone and mutes the guide until `release`. False if there is nothing to
   * hold: no call, continuous talk, or no speech recognition.
   */
  hold(): boolean;
  /** Ends `hold`. A second call does nothing. */
  release(): void;
  /** Continuous talk: closes and opens the microphone. */
  setMicrophoneMuted(isMuted: boolean): void;
  /** Follows the visitor's configuration, in a running call too. */
  setTalkingMode(mode: VisitConfig['talkingMode']): void;
  /**
   * The guide is audible while no reason mutes it: the visitor's choice (`isAudioMuted`), an answer that is read aloud,
   * a recording. Each reason is set separately, with or without a call. Holding the button mutes the guide too.
   */
  setGuideMuted(isMuted: boolean, by?: MuteReason): void;
  /** Plays the guide after the browser blocked the sound. Must be called from a tap. */
  resumePlayback(): void;
}
