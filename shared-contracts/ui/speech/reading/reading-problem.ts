import type { ApiError } from '../../../api/api-error.ts';

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

/** The gateway's statuses, also of proxies before it. Other statuses are failures behind the gateway. */
const byStatus: Partial<Record<number, ReadingProblem>> = {
  400: unreadable,
  401: { sentence: 'speech.notConfigured' },
  403: { sentence: 'speech.configuration' },
  413: unreadable,
  415: unreadable,
  422: unreadable,
  429: busy,
  431: unreadable,
  503: busy,
  504: late,
};

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
  if (error.code === 'voice-not-found') return other('speech.reason.voice');
  if (error.status !== undefined) return byStatus[error.status] ?? upstream;
  // pickVisit() refuses before the request if the visit has no exhibition.
  return error.category === 'refused' ? unreadable : upstream;
}
