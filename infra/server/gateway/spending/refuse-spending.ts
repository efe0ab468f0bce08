import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { GatewayFault } from '../../http/gateway-fault.ts';
import type { SpendingLimit } from '../../http/metrics.ts';

/** Who spends too much waits for themselves; where the museum's or the site's money is gone it is nobody's fault. */
const refusals: Record<SpendingLimit, { code: GatewayErrorCode; reason: string }> = {
  concurrent: { code: 'too-many', reason: 'the visit has as many such calls under way as it may' },
  visit: { code: 'too-many', reason: 'the visit has spent what it may' },
  address: { code: 'too-many', reason: 'too many visits began at one address' },
  museum: { code: 'busy', reason: 'the museum’s budget of the day is spent' },
  site: { code: 'busy', reason: 'the site’s budget of the day is spent' },
};

export function spendingRefusal(limit: SpendingLimit, retryAfterSeconds: number): GatewayFault {
  const { code, reason } = refusals[limit];
  return new GatewayFault(code, { reason, retryAfterSeconds });
}
