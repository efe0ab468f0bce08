import type { FailureCategory } from '@enfilade/shared-contracts/conversation/conversation';

const kept: ReadonlySet<Phase> = new Set<Phase>(['asking', 'recording', 'transcribing', 'failed']);

/** Whether there is a recording, or is about to be, that would be lost with the screen. */
export const isRecordingKept = (phase: Phase): boolean => kept.has(phase);

const problems: Partial<Record<FailureCategory, MicrophoneProblem>> = {
  'microphone-denied': 'denied',
  'microphone-dismissed': 'dismissed',
  'microphone-missing': 'missing',
  'microphone-lost': 'missing',
  'microphone-busy': 'busy',
  insecure: 'insecure',
};

/** Why there is no recording; a failure without a known cause is the browser's. */
export const pickProblem = (category: FailureCategory | undefined): MicrophoneProblem => (category && problems[category]) ?? 'unsupported';

/** Who writes down what is said: the museum's side, or the browser's own recogniser. */
export type Means = 'site' | 'browser';

/** Where dictating stands, for its views. */
export interface DictationView {
  phase: Phase;
  /** Why there is no microphone; only when `refused`. */
  problem: MicrophoneProblem | undefined;
  means: Means;
  /** The longest recording on this device. */
  limitSeconds: number;
}

/** What changes about four times a second; it stays when the recording is over, until its words are there or it is discarded. */
export interface Live {
  /** From 0 to 1, the newest last; one each quarter of a second. */
  levels: readonly number[];
  seconds: number;
  /** Empty unless the browser writes them down. */
  words: string;
}

export const still: Live = { levels: [], seconds: 0, words: '' };

interface Step {
  readonly state: DictationState;
  readonly commands: readonly Command[];
}

const attemptRaisers: ReadonlySet<EventType> = new Set<EventType>(['begun', 'agreed', 'retried']);

/** The step `event` takes from `now`; undefined when it moves nothing, as everything about an older attempt. */
export function step(now: DictationState, event: DictationEvent): Step | undefined {
  if ('attempt' in event && event.attempt !== now.attempt) return undefined;
  const move = moves[now.phase][event.type];
  if (!move) return undefined;
  const [to, ...commands] = move;
  const attempt = attemptRaisers.has(event.type) ? now.attempt + 1 : now.attempt;
  if (event.type === 'begun' && event.needsNotice) return { state: { phase: 'notice', attempt, problem: undefined }, commands: [] };
  return { state: { phase: to, attempt, problem: event.type === 'refused' ? event.problem : undefined }, commands };
}

type Move = readonly [to: Phase, ...commands: Command[]];
type Moves = Partial<Record<EventType, Move>>;

const ask: Move = ['asking', 'ask'];
const left: Moves = { discarded: ['idle', 'end'] };
const recorded: Move = ['transcribing', 'finish', 'transcribe'];

/** Which phase an event leads to, and what has to be done for it. An event that is not here moves nothing. */
export const moves: Record<Phase, Moves> = {
  idle: { begun: ask },
  notice: { discarded: ['idle'], agreed: ask },
  asking: { ...left, granted: ['recording', 'record'], refused: ['refused', 'end'], stopped: ['idle', 'end'] },
  recording: { ...left, stopped: recorded, 'ran-out': recorded, refused: ['refused', 'end'] },
  transcribing: { ...left, understood: ['idle', 'hand-over', 'end'], unheard: ['unheard', 'end'], broke: ['failed'] },
  failed: { ...left, retried: ['transcribing', 'transcribe'] },
  unheard: { discarded: ['idle'], begun: ask },
  refused: { discarded: ['idle'], begun: ask },
};

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
