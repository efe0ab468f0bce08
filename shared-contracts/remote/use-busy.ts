import { useEffect, useId } from 'react';
import type { ScreenProps } from './screen-props.ts';

export function useBusy(setBusy: ScreenProps['setBusy'], isBusy: boolean): void {
  const part = useId();
  useEffect(() => {
    if (!isBusy) return;
    setBusy?.(part, true);
    return () => setBusy?.(part, false);
  }, [setBusy, part, isBusy]);
}
