import type { FailureCategory } from '../../../voice/failure.ts';

/**
 * notice: the visitor reads who receives the sound · asking: the permission prompt is open · failed: transcription failed, and the
 * recording is kept · unheard: the recording has no words · refused: `problem` says why there is no microphone.
 */
export type Phase = 'idle' | 'notice' | 'asking' | 'recording' | 'transcribing' | 'failed' | 'unheard' | 'refused';

/** unreachable: the browser's recogniser does not respond. */
export type MicrophoneProblem = FailureCategory | 'unreachable';

export type RecogniserKind = 'site' | 'browser';

export interface DictationView {
  readonly phase: Phase;
  /** Only in the phase `refused`. */
  readonly problem: MicrophoneProblem | undefined;
  readonly recogniser: RecogniserKind;
}

export interface DictationState extends DictationView {
  /** Late results of an older attempt are ignored. */
  readonly attempt: number;
}

export const initialState: DictationState = { phase: 'idle', attempt: 0, problem: undefined, recogniser: 'site' };

interface EventPayloads {
  started: { readonly recogniser: RecogniserKind; readonly needsNotice: boolean };
  agreed: unknown;
  stopped: unknown;
  retried: unknown;
  discarded: unknown;
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

/** In order. ask: request the microphone · record: open the recorder · finish: close it, keep the recording · end: release everything. */
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

/** Undefined if the event changes nothing, for example an event of an older attempt. */
export function pickTransition(state: DictationState, event: DictationEvent): Transition | undefined {
  if ('attempt' in event && event.attempt !== state.attempt) return undefined;
  const target = transitions[state.phase][event.type];
  if (!target) return undefined;
  const [phase, ...commands] = target;
  const attempt = attemptStarters.has(event.type) ? state.attempt + 1 : state.attempt;
  const recogniser = event.type === 'started' ? event.recogniser : state.recogniser;
  if (event.type === 'started' && event.needsNotice)
    return { state: { phase: 'notice', attempt, problem: undefined, recogniser }, commands: [] };
  return { state: { phase, attempt, problem: event.type === 'refused' ? event.problem : undefined, recogniser }, commands };
}

/** Changes about four times a second. The last values stay until the recording is transcribed or discarded. */
export interface Meter {
  /** From 0 to 1 for each 250 ms, the newest last. The browser's recogniser detects a voice without a level. */
  levels: readonly number[];
  seconds: number;
  /** Empty unless the browser is the recogniser. */
  words: string;
}

export const emptyMeter: Meter = { levels: [], seconds: 0, words: '' };
