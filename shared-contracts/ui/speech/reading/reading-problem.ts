import type { ApiError } from '../../../api/api-error.ts';
import type { GatewayErrorCode } from '../../../api/gateway-error.ts';

/** Why an answer is not read aloud, as keys of texts. */
export interface ReadingProblem {
  sentence: 'speech.network' | 'speech.notConfigured' | 'speech.configuration' | 'speech.busy' | 'speech.playback' | 'speech.other';
  /** For the sentence's `{{reason}}`. */
  reason?: 'speech.reason.voice' | 'speech.reason.upstream' | 'speech.reason.late' | 'speech.reason.request';
}

type ApiFailure = Pick<ApiError, 'category' | 'code' | 'status'>;

const other = (reason: NonNullable<ReadingProblem['reason']>): ReadingProblem => ({ sentence: 'speech.other', reason });
const upstream = other('speech.reason.upstream');
const late = other('speech.reason.late');
/** Also for a text without words. */
const unreadable = other('speech.reason.request');
/** The sound has arrived and cannot be played. */
const playbackFailed: ReadingProblem = { sentence: 'speech.playback' };
const busy: ReadingProblem = { sentence: 'speech.busy' };

/** Every other code is a failure behind the gateway. */
const byCode: Partial<Record<GatewayErrorCode, ReadingProblem>> = {
  malformed: unreadable,
  unauthorized: { sentence: 'speech.notConfigured' },
  forbidden: { sentence: 'speech.configuration' },
  'voice-not-found': other('speech.reason.voice'),
  'too-large': unreadable,
  'unsupported-type': unreadable,
  refused: unreadable,
  'too-many': busy,
  'headers-too-large': unreadable,
  busy,
  'upstream-timeout': late,
};

/** Responses of a proxy before the gateway carry no code. */
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

/** By name, not by class: the host's API client is of another build. */
function isApiFailure(error: unknown): error is Error & ApiFailure {
  return error instanceof Error && error.name === 'ApiError';
}

/** True if the connection may be the cause, because there was no response at all. */
export function isConnectionInDoubt(error: unknown): boolean {
  if (!isApiFailure(error) || error.code !== undefined || error.status !== undefined) return false;
  return error.category === 'network' || error.category === 'timeout' || error.category === 'interrupted';
}

/** Any error that is not the API client's happened in decoding or playing. */
export function pickReadingProblem(error: unknown, isConnected: boolean): ReadingProblem {
  if (!isApiFailure(error)) return playbackFailed;
  if (isConnectionInDoubt(error)) {
    if (!isConnected) return { sentence: 'speech.network' };
    return error.category === 'timeout' ? late : upstream;
  }
  const code = error.code ?? codeByStatus.get(error.status ?? 0);
  if (code !== undefined) return byCode[code] ?? upstream;
  // Refused before it was sent: the visit has lost its exhibition.
  return error.category === 'refused' && error.status === undefined ? unreadable : upstream;
}
