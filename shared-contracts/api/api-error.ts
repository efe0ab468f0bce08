import type { GatewayErrorCode } from './gateway-error.ts';

/** aborted: by the caller · refused: by the gateway · malformed: a response of the wrong shape · interrupted: the stream ended early. */
export type ApiErrorCategory = 'network' | 'timeout' | 'aborted' | 'refused' | 'malformed' | 'interrupted';

/** Every error of the gateway's client. The message is for developers. Views choose texts by category and code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly category: ApiErrorCategory;
  readonly code: GatewayErrorCode | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
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
