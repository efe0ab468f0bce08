import { isUnderWay, nextPlayerState, type PlayerEvent } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { openPlayback, type PlaybackProblem } from '@enfilade/shared-contracts/kit/play-audio';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { type Preview, silence, stateOf } from '../model/preview.ts';

export interface Previews extends ReadableStore<Preview> {
  /** Plays a voice's sample from its beginning, and ends any other; or stops it. Call it within a tap: browsers want that. */
  toggle(voiceId: string, url: string): void;
  stop(): void;
}

/** Plays the samples of the voices, one at a time. `createAudio` is the browser's. */
export function createPreviews(clock: Clock, createAudio: (url: string) => HTMLAudioElement = (url) => new Audio(url)): Previews {
  const { getState, subscribe, set } = createStore<Preview>(silence);
  let end: () => void = () => undefined;

  const dispatch = (event: PlayerEvent, fault?: PlaybackProblem) => {
    const preview = getState();
    const state = nextPlayerState(preview.state, event);
    if (state === preview.state) return;
    set({ voiceId: preview.voiceId, state, ...(state === 'error' && fault && { fault }) });
    if (!isUnderWay(state)) end();
  };
  const stop = () => dispatch('stopped');

  return {
    getState,
    subscribe,
    stop,
    toggle(voiceId, url) {
      const isOwn = isUnderWay(stateOf(getState(), voiceId));
      stop();
      if (isOwn) return;
      set({ voiceId, state: nextPlayerState('stopped', 'requested') });
      // A sample of some seconds has no pause: one that the browser pauses is over.
      const playback = openPlayback(createAudio(url), {
        clock,
        onEvent: (event, problem) => dispatch(event === 'paused' ? 'stopped' : event, problem),
      });
      end = playback.end;
      playback.play();
    },
  };
}
