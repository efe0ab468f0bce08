/**
 * idle: the field is there · notice: told where the sound goes, before it goes there · asking: the browser's prompt is
 * open · recording · transcribing: the words are being made · failed: they could not be, the recording is kept ·
 * unheard: there were none · refused: no microphone, `problem` says why.
 */
export type Phase = 'idle' | 'notice' | 'asking' | 'recording' | 'transcribing' | 'failed' | 'unheard' | 'refused';

/** denied by the visitor or the system · dismissed: the prompt was closed without an answer · the others as they say. */
export type MicrophoneProblem = 'denied' | 'dismissed' | 'missing' | 'busy' | 'insecure' | 'unsupported';

export interface DictationState {
  readonly phase: Phase;
  /** Raised by everything that is begun and never reused: what an older one brings is late. */
  readonly attempt: number;
  readonly problem: MicrophoneProblem | undefined;
}

interface EventPayloads {
  /** By the visitor. */
  begun: { readonly needsNotice: boolean };
  agreed: unknown;
  stopped: unknown;
  retried: unknown;
  discarded: unknown;
  /** By what was begun, about itself. */
  granted: { readonly attempt: number };
  refused: { readonly attempt: number; readonly problem: MicrophoneProblem };
  /** The time is up, or the system took the microphone: what exists counts. */
  'ran-out': { readonly attempt: number };
  understood: { readonly attempt: number };
  unheard: { readonly attempt: number };
  broke: { readonly attempt: number };
}

export type EventType = keyof EventPayloads;
export type DictationEvent<Type extends EventType = EventType> = { [One in Type]: { readonly type: One } & EventPayloads[One] }[Type];

/**
 * What has to be done, in order. ask: for the microphone · record: open the recorder on it · finish: close the
 * recorder, keep what it has · transcribe what is kept · hand-over the words · end: let go of everything that was begun.
 */
export type Command = 'ask' | 'record' | 'finish' | 'transcribe' | 'hand-over' | 'end';

export const silent: DictationState = { phase: 'idle', attempt: 0, problem: undefined };
