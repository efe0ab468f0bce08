import { isUnderWay, type Playing } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createPlayer, type PlaybackProblem, pickPlaybackProblem } from '@enfilade/shared-contracts/kit/create-player';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useMemo } from 'react';

export type RecordingState = Playing<PlaybackProblem>;

/** Plays one recording, and ends it with its view. */
export function useRecording(url: string, { clock, session }: { clock: Clock; session: SettingsSource }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording begins anew
  const player = useMemo(() => createPlayer({ clock, session, explain: pickPlaybackProblem }), [url, clock, session]);
  useEffect(() => player.stop, [player]);
  const recording = useStore(player, (state) => state);
  const { state, seconds } = recording;
  return {
    recording,
    /** It plays, or will go on. */
    isHeard: isUnderWay(state) || state === 'paused',
    pause: player.pause,
    seek: player.seek,
    /** Plays, pauses, resumes; at the end plays again. Call it within a tap: browsers want that. */
    toggle() {
      if (state === 'playing') player.pause();
      else if (state === 'paused') player.resume();
      else if (isUnderWay(state)) player.stop();
      // After a failure it is resumed where it broke off.
      else player.play(url, url, state === 'complete' ? 0 : seconds);
    },
  };
}
