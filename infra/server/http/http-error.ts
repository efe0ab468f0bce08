import type { GatewayErrorBody, GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';

/** The only words an error of ours ever carries: what an upstream said goes to the log, never to a visitor. */
export const errorMessages: Record<GatewayErrorCode, string> = {
  malformed: 'The request could not be understood.',
  unauthorized: 'This needs a valid token.',
  forbidden: 'This request did not come from the site itself.',
  'not-found': 'There is nothing at this address.',
  'museum-not-found': 'This museum is not known here.',
  'exhibition-not-found': 'This exhibition is not known at this museum.',
  'voice-not-found': 'This voice is not known at this museum.',
  stale: 'Something changed in the meantime. Please load again and repeat.',
  'too-large': 'What was sent is too large.',
  'unsupported-type': 'This kind of content is not understood here.',
  refused: 'The request does not fit what this museum offers.',
  'too-many': 'That was too much at once. Please wait a moment.',
  'headers-too-large': 'The address or the cookies of this site are too large. Please clear the cookies of this site and try again.',
  internal: 'Something went wrong here. Please try again.',
  'upstream-failed': 'A service behind this site is not answering. Please try again.',
  busy: 'This site is busy or restarting. Please try again in a moment.',
  'upstream-timeout': 'A service behind this site took too long. Please try again.',
};

/** What a code says instead where its cause is known better. */
export const particularMessages = {
  'places-taken': 'All places for talking are taken. Yours is kept while you wait, and you can type in the meantime.',
  'speech-key-refused': 'Invalid API key.',
  'speech-forbidden': 'Access forbidden.',
  'login-refused': 'The name or the password is wrong.',
  'not-logged-in': 'Please log in.',
  'speech-rate-limited': 'Rate limit exceeded. Please wait a moment and try again.',
} as const;
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
    this.retryAfterSeconds = retryAfterSeconds;
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
