import type { CallEvent, CallOptions, VoiceControls } from '../voice/voice-client.ts';
import type { TransportKind } from './conversation.ts';

/** The one of a union's events that has this `type`. */
export type EventOf<Event extends { type: string }, Type extends Event['type']> = Extract<Event, { type: Type }>;

/** A transport emits what a call emits; one that writes, a few of these. */
export type TransportEvent = CallEvent;

/** What a voice transport is opened with. */
export type VoiceOptions = Pick<
  CallOptions,
  'limitMs' | 'takesOver' | 'withoutMicrophone' | 'summary' | 'turn' | 'isMicrophoneOpen' | 'isGuideMuted'
>;

/** What a text transport is opened with. */
export interface TextOptions {
  /** Words of a call that the chat lacks; sent with its first message. */
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
