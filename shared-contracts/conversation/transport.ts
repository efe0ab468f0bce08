import type { CallEvent, CallOptions, VoiceControls } from '../voice/voice-client.ts';
import type { TransportKind } from './conversation.ts';

/** The member of a union of events with this `type`. */
export type EventOf<Event extends { type: string }, Type extends Event['type']> = Extract<Event, { type: Type }>;

/** A transport emits the events of a call. The text transport emits some of them. */
export type TransportEvent = CallEvent;

/** Options of a voice transport. */
export type VoiceOptions = Pick<
  CallOptions,
  'limitMs' | 'takesOver' | 'withoutMicrophone' | 'summary' | 'turn' | 'isMicrophoneOpen' | 'isGuideMuted'
>;

/** Options of a text transport. */
export interface TextOptions {
  /** Summary of a call that the chat service does not have. */
  pastTranscriptSummary?: string;
}

/** Sends turns to the guide and emits its answers. Owns no turns and no counter. */
export interface Transport {
  readonly kind: TransportKind;
  connect(emit: (event: TransportEvent) => void): void;
  /** Sends one turn of the visitor. A retry has the same `clientMessageId`. */
  send(message: { turn: number; text: string; clientMessageId: string }): void;
  /** Ends the arriving answer to `turn`. */
  cancel(turn: number): void;
  close(reason: string): void;
  /** Only for voice. */
  readonly voice?: VoiceControls;
}
