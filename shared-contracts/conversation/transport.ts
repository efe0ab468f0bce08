import type { CallEvent, CallOptions, VoiceControls } from '../voice/voice-client.ts';

export type EventOf<Event extends { type: string }, Type extends Event['type']> = Extract<Event, { type: Type }>;

/** The text transport emits some events of a call. */
export type TransportEvent = CallEvent;

export type VoiceOptions = Pick<
  CallOptions,
  'limitMs' | 'takesOver' | 'withoutMicrophone' | 'summary' | 'turn' | 'isMicrophoneOpen' | 'isGuideMuted'
>;

export interface TextOptions {
  /** Summary of a call that the chat service does not have. */
  pastTranscriptSummary?: string;
}

/** Owns no turns and no counter. */
export interface Transport {
  connect(emit: (event: TransportEvent) => void): void;
  /** A retry has the same `clientMessageId`. */
  send(message: { turn: number; text: string; clientMessageId: string }): void;
  cancel(turn: number): void;
  close(reason: string): void;
  readonly voice?: VoiceControls;
}
