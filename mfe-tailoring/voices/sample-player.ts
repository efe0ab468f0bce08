import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { isUnderWay, nextPlayerState, type PlayerEvent, type PlayerState } from '@enfilade/shared-contracts/visit/audio-player';

/** A sample that has not started by then is given up; files are 15 kB. */
const startLimitMs = 10_000;

/** 'blocked': the browser wants another tap first; 'unreachable': the recording did not load or cannot be decoded. */
export type PlaybackFault = 'blocked' | 'unreachable';

/** What plays: one sample at a time. */
export interface Playback {
  /** Undefined until one was requested. */
  voiceId: string | undefined;
  state: PlayerState;
  /** Why; only in the state `error`. */
  fault?: PlaybackFault;
}

export const noPlayback: Playback = { voiceId: undefined, state: 'stopped' };

/** Why `play()` was refused. `NotAllowedError` is the browser's name for a page that may not play sound yet. */
export function pickFault(error: unknown): PlaybackFault {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}

/** The state of one voice's own sample. */
export function stateOf({ voiceId, state }: Playback, ownId: string): PlayerState {
  return voiceId === ownId ? state : 'stopped';
}

/** Key of the text that says what a voice's sample does; undefined when it does nothing. */
export function pickStatus(playback: Playback, ownId: string): string | undefined {
  const state = stateOf(playback, ownId);
  if (state === 'error') return `voice.${playback.fault ?? 'unreachable'}`;
  if (state === 'loading' || state === 'ready') return 'voice.loading';
  return state === 'playing' ? 'voice.playing' : undefined;
}

export interface SamplePlayer extends ReadableStore<Playback> {
  /** Plays a voice's sample from its start and stops any other, or stops it. To be called within a tap, as browsers require. */
  toggle(voiceId: string, url: string): void;
  stop(): void;
}

/** Plays the samples of the voices. `createAudio` is the browser's. */
export function createSamplePlayer(clock: Clock, createAudio: (url: string) => HTMLAudioElement = (url) => new Audio(url)): SamplePlayer {
  const { getState, subscribe, set } = createStore<Playback>(noPlayback);
  let release: () => void = () => undefined;

  const onEvent = (event: PlayerEvent, fault?: PlaybackFault) => {
    const { voiceId, state: before } = getState();
    const state = nextPlayerState(before, event);
    if (state === before) return;
    set({ voiceId, state, ...(state === 'error' && fault && { fault }) });
    if (!isUnderWay(state)) release();
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
      release = play(createAudio(url), clock, onEvent);
    },
  };
}

/** Starts the audio and reports its events, until the returned function releases it. */
function play(audio: HTMLAudioElement, clock: Clock, onEvent: (event: PlayerEvent, fault?: PlaybackFault) => void): () => void {
  const released = new AbortController();
  const { signal } = released;
  const giveUp = () => onEvent('failed', 'unreachable');
  let cancel = clock.after(startLimitMs, giveUp);
  const on = (name: keyof HTMLMediaElementEventMap, handle: () => void) => audio.addEventListener(name, handle, { signal });
  on('canplay', () => onEvent('loaded'));
  on('playing', () => {
    cancel();
    onEvent('began');
  });
  on('waiting', () => {
    cancel();
    cancel = clock.after(startLimitMs, giveUp);
    onEvent('stalled');
  });
  on('ended', () => onEvent('ended'));
  on('error', giveUp);
  audio.play().catch((error: unknown) => {
    if (!signal.aborted) onEvent('failed', pickFault(error));
  });
  return () => {
    if (signal.aborted) return;
    released.abort();
    cancel();
    audio.pause();
    // Without an address the browser also stops the download.
    audio.removeAttribute('src');
  };
}
