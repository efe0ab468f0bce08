import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';

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

/** What a code says instead where its cause is known better than its usual words tell. */
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
  /** Of a place for voice that is not free yet: visitors in front. */
  ahead?: number | undefined;
  /** Absent: the code's usual words, or with `ahead` those for a place that is not free. */
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
  readonly ahead: number | undefined;
  readonly reason: string | undefined;

  constructor(code: GatewayErrorCode, { retryAfterSeconds, ahead, says, reason, cause }: HttpErrorDetails = {}) {
    const particular = says ?? (ahead === undefined ? undefined : 'places-taken');
    super(particular === undefined ? errorMessages[code] : particularMessages[particular], { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.ahead = ahead;
    this.reason = reason;
  }
}
