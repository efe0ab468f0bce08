import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useEffect, useState } from 'react';
import { formatSeconds } from '../introduction/recording.ts';

interface ElapsedProps {
  /** In ms of the clock. */
  since: number;
  clock: Clock;
  className: string | undefined;
}

const second = 1000;

/** Time that passed, as m:ss. It is not read out: whoever speaks would hear it count. */
export function Elapsed({ since, clock, className }: ElapsedProps) {
  const [now, setNow] = useState(() => clock.now());
  const passed = Math.max(0, now - since);
  useEffect(() => clock.after(second - (passed % second), () => setNow(clock.now())), [clock, passed]);
  return (
    <span className={className} aria-hidden="true">
      {formatSeconds(passed / second)}
    </span>
  );
}
