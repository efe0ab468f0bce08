import type { ApiError } from '../../../api/api-error.ts';
import type { GatewayErrorCode } from '../../../api/gateway-error.ts';

export interface ReadingProblem {
  sentence: 'speech.network' | 'speech.notConfigured' | 'speech.configuration' | 'speech.busy' | 'speech.playback' | 'speech.other';
  reason?: 'speech.reason.voice' | 'speech.reason.upstream' | 'speech.reason.late' | 'speech.reason.request';
}

type ApiFailure = Pick<ApiError, 'category' | 'code' | 'status'>;

const other = (reason: NonNullable<ReadingProblem['reason']>): ReadingProblem => ({ sentence: 'speech.other', reason });
const upstream = other('speech.reason.upstream');
const late = other('speech.reason.late');
/** For invalid requests, and for a text without words. */
const unreadable = other('speech.reason.request');
const playbackFailed: ReadingProblem = { sentence: 'speech.playback' };
const busy: ReadingProblem = { sentence: 'speech.busy' };

/** Other codes are failures behind the gateway. */
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

/** Proxies before the gateway send no code. */
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

/** The host's API client is another build with another class. */
function isApiFailure(error: unknown): error is Error & ApiFailure {
  return error instanceof Error && error.name === 'ApiError';
}

/** The connection may be the cause if no response came. */
export function isConnectionInDoubt(error: unknown): boolean {
  if (!isApiFailure(error) || error.code !== undefined || error.status !== undefined) return false;
  return error.category === 'network' || error.category === 'timeout' || error.category === 'interrupted';
}

/** Errors of other classes happen while decoding or playing. */
export function pickReadingProblem(error: unknown, isConnected: boolean): ReadingProblem {
  if (!isApiFailure(error)) return playbackFailed;
  if (isConnectionInDoubt(error)) {
    if (!isConnected) return { sentence: 'speech.network' };
    return error.category === 'timeout' ? late : upstream;
  }
  const code = error.code ?? codeByStatus.get(error.status ?? 0);
  if (code !== undefined) return byCode[code] ?? upstream;
  // pickVisit() refuses before the request if the visit has no exhibition.
  return error.category === 'refused' && error.status === undefined ? unreadable : upstream;
}
