import type { FailureCategory } from '../../../voice/failure.ts';

/**
 * idle: the text field is shown · notice: the visitor reads who will receive the sound · asking: the permission prompt is
 * open · recording · transcribing · failed: transcription failed, and the recording is kept · unheard: the recording has no words ·
 * refused: no microphone, `problem` has the reason.
 */
export type Phase = 'idle' | 'notice' | 'asking' | 'recording' | 'transcribing' | 'failed' | 'unheard' | 'refused';

/** unreachable: the browser's recogniser does not respond. */
export type MicrophoneProblem = FailureCategory | 'unreachable';

export interface DictationState {
  readonly phase: Phase;
  /** Counts attempts, so that late results of an older attempt are ignored. */
  readonly attempt: number;
  readonly problem: MicrophoneProblem | undefined;
}

export const initialState: DictationState = { phase: 'idle', attempt: 0, problem: undefined };

interface EventPayloads {
  // By the visitor.
  started: { readonly needsNotice: boolean };
  agreed: unknown;
  stopped: unknown;
  retried: unknown;
  discarded: unknown;
  // By the microphone, the recorder and the transcription.
  granted: { readonly attempt: number };
  refused: { readonly attempt: number; readonly problem: MicrophoneProblem };
  /** The limit was reached, or the system took the microphone. The recording so far is used. */
  'cut-off': { readonly attempt: number };
  transcribed: { readonly attempt: number };
  unheard: { readonly attempt: number };
  failed: { readonly attempt: number };
}

export type EventType = keyof EventPayloads;
export type DictationEvent<Type extends EventType = EventType> = { [Each in Type]: { readonly type: Each } & EventPayloads[Each] }[Type];

/**
 * Commands of a transition, in order. ask: request the microphone · record: open the recorder · finish: close the recorder, keep
 * the recording · transcribe the recording · deliver the words · end: release everything.
 */
export type Command = 'ask' | 'record' | 'finish' | 'transcribe' | 'deliver' | 'end';

type Target = readonly [phase: Phase, ...commands: Command[]];
type Targets = Partial<Record<EventType, Target>>;

const ask: Target = ['asking', 'ask'];
const discard: Targets = { discarded: ['idle', 'end'] };
const finish: Target = ['transcribing', 'finish', 'transcribe'];

/** Phase → event → next phase and commands. Other events change nothing. */
const transitions: Record<Phase, Targets> = {
  idle: { started: ask },
  notice: { discarded: ['idle'], agreed: ask },
  asking: { ...discard, granted: ['recording', 'record'], refused: ['refused', 'end'], stopped: ['idle', 'end'] },
  recording: { ...discard, stopped: finish, 'cut-off': finish, refused: ['refused', 'end'] },
  transcribing: { ...discard, transcribed: ['idle', 'deliver', 'end'], unheard: ['unheard', 'end'], failed: ['failed'] },
  failed: { ...discard, retried: ['transcribing', 'transcribe'] },
  unheard: { discarded: ['idle'], started: ask },
  refused: { discarded: ['idle'], started: ask },
};

const attemptStarters: ReadonlySet<EventType> = new Set<EventType>(['started', 'agreed', 'retried']);

export interface Transition {
  readonly state: DictationState;
  readonly commands: readonly Command[];
}

/** The transition for an event, undefined if the event changes nothing, such as an event of an older attempt. */
export function pickTransition(state: DictationState, event: DictationEvent): Transition | undefined {
  if ('attempt' in event && event.attempt !== state.attempt) return undefined;
  const target = transitions[state.phase][event.type];
  if (!target) return undefined;
  const [phase, ...commands] = target;
  const attempt = attemptStarters.has(event.type) ? state.attempt + 1 : state.attempt;
  if (event.type === 'started' && event.needsNotice) return { state: { phase: 'notice', attempt, problem: undefined }, commands: [] };
  return { state: { phase, attempt, problem: event.type === 'refused' ? event.problem : undefined }, commands };
}

/** The recogniser: the museum's transcription service, or the browser. */
export type RecogniserKind = 'site' | 'browser';

/** The dictation's state for views. */
export interface DictationView {
  phase: Phase;
  /** Reason for the missing microphone, in the phase `refused`. */
  problem: MicrophoneProblem | undefined;
  recogniser: RecogniserKind;
}

/** Changes about four times a second. The last values stay until the recording is transcribed or discarded. */
export interface Meter {
  /** From 0 to 1 for each 250 ms, the newest last. Measured, or from the browser's recogniser, which only detects a voice. */
  levels: readonly number[];
  seconds: number;
  /** Empty unless the browser is the recogniser. */
  words: string;
}

export const emptyMeter: Meter = { levels: [], seconds: 0, words: '' };
