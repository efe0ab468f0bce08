import { ApiError, type ApiErrorCategory } from '@enfilade/shared-contracts/api/api-error';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { TextKey, Translate } from '../texts/texts.ts';

const byCategory: Partial<Record<ApiErrorCategory, TextKey>> = {
  network: 'failure.offline',
  interrupted: 'failure.offline',
  timeout: 'failure.late',
  malformed: 'failure.strange',
};
const byCode: Partial<Record<GatewayErrorCode, TextKey>> = {
  forbidden: 'failure.forbidden',
  'not-found': 'failure.gone',
  stale: 'failure.stale',
  busy: 'failure.busy',
};

/** The message is a complete sentence in the operator's language. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** In the operator's language, with the next step. */
export function describeFailure(t: Translate, error: unknown): string {
  if (error instanceof ExplainedError) return error.message;
  if (!(error instanceof ApiError)) return t('failure.strange');
  const { category, code, status, reason, retryAfterSeconds } = error;
  if (category !== 'refused') return t(byCategory[category] ?? 'failure.unknown');
  if (code === undefined) return t(status === 401 ? 'failure.unknown' : 'failure.strange');
  if (code === 'too-many') return t('failure.tooMany', { count: retryAfterSeconds ?? 60 });
  // The registry's own sentence names the repair, in English.
  if (code === 'refused') return t('failure.refused', { reason: reason ?? '' });
  return t(byCode[code] ?? 'failure.unknown');
}
