import type { RolloutResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { isInShare } from '../../choosing/choose-versions.ts';

export function visitorsOf({ id }: Pick<RolloutResult, 'id'>, percent: number) {
  let number = 0;
  return {
    next(isIn: boolean): string {
      for (;;) {
        number += 1;
        const visitorId = number.toString(16).padStart(16, '0');
        if (isInShare(percent, visitorId, id) === isIn) return visitorId;
      }
    },
  };
}
