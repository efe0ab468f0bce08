import type { ScreenProps } from '@enfilade/contract';
import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** The component is rendered again at each full minute. */
export function useNow(clock: ScreenProps['clock']): Date {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => clock.after(minuteMs - (now % minuteMs), () => setNow(clock.now())), [clock, now]);
  return new Date(now);
}
