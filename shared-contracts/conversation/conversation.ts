import type { Generated, Room, Source, Tour } from '../api/schemas.ts';
import type { Language } from '../i18n/language.ts';
import type { ReadableStore } from '../kit/store.ts';
import type { EntityId } from '../museum/id.ts';
import type { VisitConfig } from '../visit/visit-config.ts';
import type { Failure } from '../voice/failure.ts';
import type { VoiceReadiness, VoiceState } from '../voice/voice-state.ts';

/**
 * off: nothing started · connecting · ready: waiting for the visitor · listening: the visitor is speaking ·
 * thinking: a turn was sent · speaking: the answer is arriving · reconnecting: a call's connection is lost and
 * being restored · failed: the turn or the connection broke, `failure` says why; sending again is allowed.
 */
export type Phase = 'off' | 'connecting' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'reconnecting' | 'failed';

/** 0 to 1. */
export interface Levels {
  guide: number;
  visitor: number;
}

export type Speaker = 'visitor' | 'guide';

/** A question and its answer, as they are stored. Views derive from turns what they show. */
export interface Turn {
  /** The counter's number when the turn began. An opening has the number of the turn before it. */
  id: number;
  /** The visitor's words. Undefined in an opening, and in a spoken turn until its first words are understood. */
  question?: string;
  /** The guide's words so far, as they arrived: Markdown if `isMarkdown`. Never empty. */
  answer?: string;
  isMarkdown?: boolean;
  /** The guide was ordered to say these words when a transport connected: the welcome, or `back` after the welcome. */
  opening?: 'welcome' | 'back';
  sources: readonly Source[];
  state: 'arriving' | 'complete' | 'broken';
  /** The conversation's language when the turn began. */
  language?: Language;
  /** The visitor's message this turn answers, for Retry. */
  clientMessageId?: string;
  /** How the guide's words were made. */
  generated?: Generated;
  /** The visitor's message was a step of the tour, no question. */
  isStep?: true;
  /** The answer's own id, once it is complete. Only a chat's answers have one. */
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
  /** The message that found no answer; `retry` sends it again with the same id. */
  clientMessageId?: string;
}

export interface ConversationState {
  phase: Phase;
  /** Raised by every message of the visitor, typed or spoken, and never reused in a visit; 0 before the first. */
  turn: number;
  /** In the order they began. */
  turns: readonly Turn[];
  transport: TransportKind | undefined;
  room: Room | undefined;
  /** What the last answer said of the guided tour. */
  tour: Tour | undefined;
  failure: ConversationFailure | undefined;
  /** How far the guide's voice has come in a turn: words of its lines already said aloud. Undefined in text. */
  spoken: { turn: number; words: number } | undefined;
  /** Undefined unless the transport is voice, or voice was the last one and failed. */
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
  /** How long connecting may take, in ms; 10 s unless a visitor chose to wait longer. Voice only. */
  limitMs?: number;
  /** Ends the voice conversation of another tab. */
  takesOver?: boolean;
  /** The visitor listens and types: no microphone is asked for. Without it as it was chosen for the call before. */
  withoutMicrophone?: boolean;
}

/** What mutes the guide; the visitor unless it is said. */
export type MuteReason = 'visitor' | 'reading' | 'recording';

/**
 * The visit's one conversation, whatever carries it. It owns the turns and their counter;
 * transports are replaceable in the middle of a visit and own neither.
 */
export interface Conversation {
  readonly store: ReadableStore<ConversationState>;
  /** Loudness of both sides, about ten times a second while a call runs; apart from the store, which would redraw a screen each time. */
  readonly levels: ReadableStore<Levels>;
  /** What can be known of the voice without asking the visitor for anything. Never rejects. */
  checkVoice(): Promise<VoiceReadiness>;
  /**
   * Begins, or changes the transport of a running conversation. A second call for the same transport does nothing.
   * Voice asks for the microphone: call it after saying what for.
   */
  start(transport: TransportKind, options?: StartOptions): void;
  /** Sends the visitor's words; false when nothing was sent (empty, too long, or an answer is still on its way). */
  send(text: string): boolean;
  /**
   * Sends the last message once more under the same id, when its answer failed, broke off or was left behind by a
   * reload; its answer replaces what had arrived.
   */
  retry(): boolean;
  /** Ends the answer that is arriving; what has arrived stays. */
  interrupt(): void;
  /** Ends the transport. Turns and counter remain for the visit. */
  stop(reason: string): void;
  /** Ends and forgets everything: another museum or exhibition. */
  reset(): void;
  /**
   * Push-to-talk: the microphone opens and the guide falls silent until `release`. False when there is nothing to
   * hold: no call, continuous talk, or no speech recognition.
   */
  hold(): boolean;
  /** Whatever ended the holding. A second call does nothing. */
  release(): void;
  /** Continuous talk: closes and opens the microphone. */
  setMicrophoneMuted(isMuted: boolean): void;
  /** Follows the visitor's configuration, in a running call too. */
  setTalkingMode(mode: VisitConfig['talkingMode']): void;
  /**
   * The guide is heard when nothing mutes it: not the visitor's choice (`isAudioMuted`), not an answer that is read again,
   * not a recording. Each is set alone, with or without a call. Holding the button mutes the guide beside them.
   */
  setGuideMuted(isMuted: boolean, by?: MuteReason): void;
  /** After the browser refused to play the guide: call it from a tap. */
  resumePlayback(): void;
}
