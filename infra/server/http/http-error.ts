import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import messages from './error-messages.json';

/** The only words an error of ours ever carries: what an upstream said goes to the log, never to a visitor. */
export const errorMessages: Record<GatewayErrorCode, string> = messages.codes;
/** What a code says instead where its cause is known better. */
export const particularMessages = messages.particular;
export type ParticularMessage = keyof typeof particularMessages;

interface HttpErrorDetails {
  retryAfterSeconds?: number | undefined;
  /** Of a slot for voice that is not free yet: visitors in front. */
  queuePosition?: number | undefined;
  /** Absent: the code's usual words, or with `queuePosition` those for a slot that is not free. */
  says?: ParticularMessage | undefined;
  /** For the log alone: what really happened. */
  reason?: string | undefined;
  cause?: unknown;
}

/**
 * Until what is missing may be there again, where nothing better is known. No 503 is without: a client that does not know when to
 * come again comes at once.
 */
export const usualRetrySeconds = 5;

/** What ends a request: a code of the catalogue. Only the code and its catalogue text reach the visitor. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: GatewayErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly queuePosition: number | undefined;
  readonly reason: string | undefined;

  constructor(code: GatewayErrorCode, { retryAfterSeconds, queuePosition, says, reason, cause }: HttpErrorDetails = {}) {
    const particular = says ?? (queuePosition === undefined ? undefined : 'places-taken');
    super(particular === undefined ? errorMessages[code] : particularMessages[particular], { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds ?? (gatewayErrorStatus[code] === 503 ? usualRetrySeconds : undefined);
    this.queuePosition = queuePosition;
    this.reason = reason;
  }
}

/** Fastify's own refusals, as codes of ours. */
const codeOfFramework: Record<string, GatewayErrorCode> = {
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
};

const codeOfStatus: Record<number, GatewayErrorCode> = {
  400: 'malformed',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-found',
  412: 'stale',
  413: 'too-large',
  415: 'unsupported-type',
  422: 'refused',
  503: 'busy',
};

/** Any thrown thing as one of our errors; an unforeseen one is `internal`. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const framework = typeof error === 'object' && error !== null && 'code' in error ? codeOfFramework[String(error.code)] : undefined;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? codeOfStatus[Number(error.statusCode)] : undefined;
  return new HttpError(framework ?? status ?? 'internal', { cause: error });
}

/** What a browser is answered with. */
export function errorBody({ code, message, retryAfterSeconds, queuePosition }: HttpError, requestId: string): GatewayErrorBody {
  return {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(queuePosition !== undefined && { ahead: queuePosition }),
    requestId,
  };
}
