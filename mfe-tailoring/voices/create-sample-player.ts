import { isUnderWay, nextPlayerState, type PlayerEvent } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { openPlayback, type PlaybackProblem } from '@enfilade/shared-contracts/kit/play-audio';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { noSample, type SampleState, stateOf } from './playback.ts';

/** Plays the samples of the voices. `createAudio` is the browser's. */
export function createSamplePlayer(
  clock: Clock,
  session: SettingsSource,
  createAudio: (url: string) => HTMLAudioElement = (url) => new Audio(url),
) {
  const { getState, subscribe, set } = createStore<SampleState>(noSample);
  let end: () => void = () => undefined;

  const onEvent = (event: PlayerEvent, problem?: PlaybackProblem) => {
    const { voiceId, state: before } = getState();
    const state = nextPlayerState(before, event);
    if (state === before) return;
    set({ voiceId, state, ...(state === 'error' && problem && { problem }) });
    if (!isUnderWay(state)) end();
  };
  const stop = () => onEvent('stopped');

  return {
    getState,
    subscribe,
    stop,
    /** Plays a voice's sample from its start and stops any other, or stops it. To be called within a tap, as browsers require. */
    toggle(voiceId: string, url: string): void {
      const isOwn = isUnderWay(stateOf(getState(), voiceId));
      stop();
      if (isOwn) return;
      set({ voiceId, state: nextPlayerState('stopped', 'requested') });
      // A sample of some seconds has no pause: one that the browser pauses is over.
      const playback = openPlayback(createAudio(url), {
        clock,
        session,
        onEvent: (event, problem) => onEvent(event === 'paused' ? 'stopped' : event, problem),
      });
      end = playback.end;
      playback.play();
    },
  };
}
