import { isUnderWay, type Playing } from '@enfilade/shared-contracts/kit/audio-player';
import { createRecordingPlayer, type PlaybackProblem } from '@enfilade/shared-contracts/kit/create-player';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { useEffect, useMemo } from 'react';

export type RecordingState = Playing<PlaybackProblem>;

export function useRecording(url: string) {
  const { clock, session } = useScreen();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording starts from its beginning
  const player = useMemo(() => createRecordingPlayer({ clock, session }), [url, clock, session]);
  useEffect(() => player.stop, [player]);
  const recording = useStore(player, (state) => state);
  const { state, seconds } = recording;
  return {
    recording,
    isHeard: isUnderWay(state) || state === 'paused',
    pause: player.pause,
    seek: player.seek,
    /** Browsers require a tap for `play`. */
    toggle() {
      if (state === 'playing') player.pause();
      else if (state === 'paused') player.resume();
      else if (isUnderWay(state)) player.stop();
      else player.play(url, url, state === 'complete' ? 0 : seconds);
    },
  };
}
