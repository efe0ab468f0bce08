import type { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { PlayerState } from '@enfilade/shared-contracts/visit/audio-player';

/** What a visitor is told, as keys of texts. */
export interface ReadingProblem {
  sentence: 'speech.network' | 'speech.notConfigured' | 'speech.configuration' | 'speech.busy' | 'speech.playback' | 'speech.other';
  /** For the sentence's `{{reason}}`. */
  reason?: 'speech.reason.voice' | 'speech.reason.upstream' | 'speech.reason.late' | 'speech.reason.request';
}

type Refusal = Pick<ApiError, 'category' | 'code' | 'status'>;

const other = (reason: NonNullable<ReadingProblem['reason']>): ReadingProblem => ({ sentence: 'speech.other', reason });
const upstream = other('speech.reason.upstream');
const late = other('speech.reason.late');
/** Also of a text in which there is nothing to read. */
export const unreadable = other('speech.reason.request');
/** The sound was there and could not be heard. */
export const playbackFailed: ReadingProblem = { sentence: 'speech.playback' };
const busy: ReadingProblem = { sentence: 'speech.busy' };

const byCode: Record<GatewayErrorCode, ReadingProblem> = {
  malformed: unreadable,
  unauthorized: { sentence: 'speech.notConfigured' },
  forbidden: { sentence: 'speech.configuration' },
  'not-found': upstream,
  'museum-not-found': upstream,
  'exhibition-not-found': upstream,
  'voice-not-found': other('speech.reason.voice'),
  stale: upstream,
  'too-large': unreadable,
  'unsupported-type': unreadable,
  refused: unreadable,
  'too-many': busy,
  'headers-too-large': unreadable,
  internal: upstream,
  'upstream-failed': upstream,
  busy,
  'upstream-timeout': late,
};

/** Answers of whatever stands before the gateway carry no code. */
const codeByStatus = new Map<number, GatewayErrorCode>([
  [400, 'malformed'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [413, 'too-large'],
  [422, 'refused'],
  [429, 'too-many'],
  [503, 'busy'],
  [504, 'upstream-timeout'],
]);

/** By name, not by class: the host's client is of another build. */
function isRefusal(error: unknown): error is Error & Refusal {
  return error instanceof Error && error.name === 'ApiError';
}

/** Whether the request may have failed for want of a connection alone: nothing came back at all. */
export function isConnectionInDoubt(error: unknown): boolean {
  if (!isRefusal(error) || error.code !== undefined || error.status !== undefined) return false;
  return error.category === 'network' || error.category === 'timeout' || error.category === 'interrupted';
}

/** What to tell of a reading that failed; whatever is no error of the gateway's client failed in decoding or playing. */
export function pickReadingProblem(error: unknown, isConnected: boolean): ReadingProblem {
  if (!isRefusal(error)) return playbackFailed;
  if (isConnectionInDoubt(error)) {
    if (!isConnected) return { sentence: 'speech.network' };
    return error.category === 'timeout' ? late : upstream;
  }
  const code = error.code ?? codeByStatus.get(error.status ?? 0);
  if (code !== undefined) return byCode[code];
  // Refused before it was sent: the visit is not one any more.
  return error.category === 'refused' && error.status === undefined ? unreadable : upstream;
}

export type ReadingState = PlayerState;

/** What is read aloud: one answer at a time. */
export interface Reading {
  /** Of the answer; undefined until one was asked for. */
  id: string | undefined;
  state: ReadingState;
  /** Why; only in the state `error`. */
  problem?: ReadingProblem;
}

export const silence: Reading = { id: undefined, state: 'stopped' };

/** The state of one answer's own button. */
export function stateOf({ id, state }: Reading, ownId: string): ReadingState {
  return id === ownId ? state : 'stopped';
}
