import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { type RefObject, useEffect, useMemo } from 'react';
import { createIntroductionPlayer } from './create-introduction-player.ts';

/** A player of one recording, which ends with its screen; `hasStarted` is told whether it is heard or held. */
export function useIntroductionPlayer(
  url: string,
  hasStarted: RefObject<boolean>,
  { clock, session }: { clock: Clock; session: SettingsSource },
) {
  const player = useMemo(() => createIntroductionPlayer(url, clock, session), [url, clock, session]);
  useEffect(() => () => player.stop(), [player]);
  const recording = useStore(player, (state) => state);
  const isHeard = isUnderWay(recording.state) || recording.state === 'paused';
  useEffect(() => {
    hasStarted.current = isHeard;
  }, [hasStarted, isHeard]);
  return { recording, isHeard, toggle: player.toggle };
}
