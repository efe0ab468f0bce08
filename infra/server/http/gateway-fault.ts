import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { errorMessages, type ParticularMessage, particularMessages } from './error-catalogue.ts';

interface FaultDetails {
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
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly code: GatewayErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly ahead: number | undefined;
  readonly reason: string | undefined;

  constructor(code: GatewayErrorCode, { retryAfterSeconds, ahead, says, reason, cause }: FaultDetails = {}) {
    const particular = says ?? (ahead === undefined ? undefined : 'places-taken');
    super(particular === undefined ? errorMessages[code] : particularMessages[particular], { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.ahead = ahead;
    this.reason = reason;
  }
}
