import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { errorMessages } from './error-catalogue.ts';

interface FaultDetails {
  retryAfterSeconds?: number | undefined;
  /** For the log alone: what really happened. */
  reason?: string | undefined;
  cause?: unknown;
}

/** What ends a request: a code of the catalogue. Only the code and its catalogue text reach the visitor. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly code: GatewayErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: string | undefined;

  constructor(code: GatewayErrorCode, { retryAfterSeconds, reason, cause }: FaultDetails = {}) {
    super(errorMessages[code], { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
  }
}
