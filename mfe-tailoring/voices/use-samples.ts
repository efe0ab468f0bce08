import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import { createSamplePlayer } from './create-sample-player.ts';

/** The samples of the voices, as long as the question is shown. */
export function useSamples(clock: Clock, session: SettingsSource) {
  const [player] = useState(() => createSamplePlayer(clock, session));
  const sample = useStore(player, (current) => current);
  useEffect(() => player.stop, [player]);
  return { sample, toggle: player.toggle };
}
