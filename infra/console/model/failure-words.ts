import type { ConsoleError, ConsoleErrorCode } from './console-error.ts';

/** A text and what stands in it. */
export interface Words {
  key: string;
  values?: Record<string, string | number>;
}

const known: Partial<Record<ConsoleErrorCode, string>> = {
  offline: 'failure.offline',
  late: 'failure.late',
  strange: 'failure.strange',
  forbidden: 'failure.forbidden',
  'not-found': 'failure.gone',
  stale: 'failure.stale',
  busy: 'failure.busy',
};

/** What went wrong and what to do about it. */
export function failureWords({ code, message, retryAfterSeconds }: Pick<ConsoleError, 'code' | 'message' | 'retryAfterSeconds'>): Words {
  if (code === 'too-many') return { key: 'failure.tooMany', values: { count: retryAfterSeconds ?? 60 } };
  // The registry's sentence says how to mend it, in English; nobody else knows better.
  if (code === 'refused') return { key: 'failure.refused', values: { reason: message } };
  return { key: known[code] ?? 'failure.unknown' };
}
