import { useEffect, useId } from 'react';
import type { ScreenProps } from './screen-props.ts';

/** Reports to the host while the calling part of the screen is busy; see `ScreenProps.setBusy`. */
export function useBusy(setBusy: ScreenProps['setBusy'], isBusy: boolean): void {
  const part = useId();
  useEffect(() => {
    if (!isBusy) return;
    setBusy?.(part, true);
    return () => setBusy?.(part, false);
  }, [setBusy, part, isBusy]);
}
