import { ApiError } from '../api/api-error.ts';
import { type GatewayErrorBody, gatewayErrorSchema } from '../api/gateway-error.ts';
import { refusalCategory } from '../api/request.ts';
import type { ConversationFailure } from '../conversation/conversation.ts';
import { pickDailyFailure } from './call-failure.ts';
import { MicrophoneError } from './microphone-error.ts';
import { AssistantMissingError, ConversationNotStartedError } from './voice-error.ts';

/** A place that is not free yet. */
export interface Busy {
  ahead: number;
  retryAfterMs: number;
}

const usualRetrySeconds = 3;

/** The gateway's answer when every place is taken; undefined of anything else. */
export function pickBusy(cause: unknown): Busy | undefined {
  const refusal = readRefusal(cause);
  if (refusal?.code !== 'busy') return undefined;
  return { ahead: refusal.ahead ?? 1, retryAfterMs: (refusal.retryAfterSeconds ?? usualRetrySeconds) * 1000 };
}

/** What the visitor is told of whatever broke a line. Never throws. */
export function pickCallFailure(cause: unknown): ConversationFailure {
  if (cause instanceof MicrophoneError) return { category: cause.category };
  if (cause instanceof ConversationNotStartedError) return cause.failure;
  if (cause instanceof ApiError) return pickApiFailure(cause);
  if (cause instanceof AssistantMissingError) return { category: 'malformed' };
  const refusal = readRefusal(cause);
  if (!refusal) return pickDailyFailure(cause);
  const { retryAfterSeconds } = refusal;
  return { category: refusalCategory(refusal.code), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

function pickApiFailure({ category, retryAfterSeconds }: ApiError): ConversationFailure {
  // `aborted` is a call that was ended: nobody is told then.
  return { category: category === 'aborted' ? 'interrupted' : category, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** The SDK hands the body of an error on as `error` of its own. */
function readRefusal(cause: unknown): GatewayErrorBody | undefined {
  if (typeof cause !== 'object' || cause === null || !('error' in cause)) return undefined;
  return gatewayErrorSchema.safeParse(cause.error).data;
}

/** A line that broke, or a room that is gone, full or out of date in the middle of a call: another one will do. */
export const canReconnect = ({ category }: ConversationFailure) => category === 'network' || category === 'refused';
