import type { Lazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useCallback, useEffect, useState } from 'react';

/** Loads what is shown: `code` is undefined until it came. After a failure `load` tries again. */
export function useLazy<Value>(lazy: Lazy<Value>) {
  const code = useStore(lazy, (loaded) => loaded);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    lazy.load().catch(() => setFailed(true));
  }, [lazy]);
  useEffect(load, [load]);
  return { code, hasFailed, load };
}
