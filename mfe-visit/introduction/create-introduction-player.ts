import { isUnderWay, nextPlayerState, type PlayerEvent } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { openPlayback, type Playback, type PlaybackProblem } from '@enfilade/shared-contracts/kit/play-audio';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import type { RecordingState } from './recording.ts';

const initialState: RecordingState = { state: 'stopped', problem: undefined, seconds: 0, duration: undefined };

/** Plays one recording. `createAudio` is the browser's. */
export function createIntroductionPlayer(
  url: string,
  clock: Clock,
  session: SettingsSource,
  createAudio: (url: string) => HTMLAudioElement = (address) => new Audio(address),
) {
  const { getState, subscribe, set } = createStore(initialState);
  let playback: Playback | undefined;

  const change = (changes: Partial<RecordingState>) => set({ ...getState(), ...changes });
  const onEvent = (event: PlayerEvent, problem?: PlaybackProblem) => {
    const before = getState().state;
    const state = nextPlayerState(before, event);
    if (state === before) return;
    change({ state, problem: state === 'error' ? problem : undefined });
    if (isUnderWay(state) || state === 'paused') return;
    playback?.end();
    playback = undefined;
  };
  const play = () => {
    const { state, seconds } = getState();
    // After a failure it is resumed where it broke off.
    const fromSeconds = state === 'complete' ? 0 : seconds;
    change({ seconds: fromSeconds });
    onEvent('requested');
    playback ??= openPlayback(createAudio(url), { clock, session, onEvent, onTime: change, fromSeconds });
    playback.play();
  };

  return {
    getState,
    subscribe,
    /** Plays, pauses, resumes; at the end plays again. Call it within a tap: browsers want that. */
    toggle(): void {
      const { state } = getState();
      if (state === 'playing') playback?.pause();
      else if (isUnderWay(state)) onEvent('stopped');
      else play();
    },
    pause: () => playback?.pause(),
    /** Plays on from there; where nothing plays, it will begin there. */
    seek(seconds: number): void {
      playback?.seek(seconds);
      change({ seconds });
    },
    /** Ends it for good. */
    stop: () => onEvent('stopped'),
  };
}
