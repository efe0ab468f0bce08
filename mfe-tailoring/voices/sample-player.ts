import { isUnderWay, nextPlayerState, type PlayerEvent, type PlayerState } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { openPlayback, type PlaybackProblem } from '@enfilade/shared-contracts/kit/play-audio';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';

/** What plays of the voices: one sample at a time. */
export interface SampleState {
  /** Undefined until a sample was requested. */
  voiceId: string | undefined;
  state: PlayerState;
  /** Only in the state `error`. */
  problem?: PlaybackProblem;
}

export const noSample: SampleState = { voiceId: undefined, state: 'stopped' };

/** The state of one voice's own sample. */
export function stateOf({ voiceId, state }: SampleState, ownId: string): PlayerState {
  return voiceId === ownId ? state : 'stopped';
}

/** Key of the text that says what a voice's sample does; undefined when it does nothing. */
export function pickStatus(sample: SampleState, ownId: string): string | undefined {
  const state = stateOf(sample, ownId);
  if (state === 'error') return `voice.${sample.problem ?? 'unreachable'}`;
  if (state === 'loading' || state === 'ready') return 'voice.loading';
  return state === 'playing' ? 'voice.playing' : undefined;
}

export interface SamplePlayer extends ReadableStore<SampleState> {
  /** Plays a voice's sample from its start and stops any other, or stops it. To be called within a tap, as browsers require. */
  toggle(voiceId: string, url: string): void;
  stop(): void;
}

/** Plays the samples of the voices. `createAudio` is the browser's. */
export function createSamplePlayer(clock: Clock, createAudio: (url: string) => HTMLAudioElement = (url) => new Audio(url)): SamplePlayer {
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
    toggle(voiceId, url) {
      const isOwn = isUnderWay(stateOf(getState(), voiceId));
      stop();
      if (isOwn) return;
      set({ voiceId, state: nextPlayerState('stopped', 'requested') });
      // A sample of some seconds has no pause: one that the browser pauses is over.
      const playback = openPlayback(createAudio(url), {
        clock,
        onEvent: (event, problem) => onEvent(event === 'paused' ? 'stopped' : event, problem),
      });
      end = playback.end;
      playback.play();
    },
  };
}
