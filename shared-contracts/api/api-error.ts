import type { GatewayErrorCode } from './gateway-error.ts';

/** network: nothing came back · timeout: too late · aborted: the caller left · refused: the gateway said no · malformed: what came back is not what was agreed · interrupted: the stream broke off. */
export type ApiErrorCategory = 'network' | 'timeout' | 'aborted' | 'refused' | 'malformed' | 'interrupted';

/** The one error of the gateway's client. The message is for developers; views choose words by category and code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly category: ApiErrorCategory;
  readonly code: GatewayErrorCode | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The site's own sentence, in English. */
  readonly reason: string | undefined;

  constructor(
    category: ApiErrorCategory,
    message: string,
    details: {
      code?: GatewayErrorCode | undefined;
      status?: number | undefined;
      retryAfterSeconds?: number | undefined;
      reason?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.category = category;
    this.code = details.code;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.reason = details.reason;
  }
}
