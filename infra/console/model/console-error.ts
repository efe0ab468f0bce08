import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';

/** offline: nothing came back · late: too late · strange: an answer that is not what was agreed · else the site's own code. */
export type ConsoleErrorCode = 'offline' | 'late' | 'strange' | GatewayErrorCode;

/** Why an order or a question came to nothing. The message is the registry's sentence where it gave one. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: ConsoleErrorCode;
  /** When the site may be asked again, after 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ConsoleErrorCode, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
