import type { PlayerEvent } from './audio-player.ts';
import type { Clock } from './clock.ts';
import { keepRunning } from './keep-running.ts';
import type { ReadableStore } from './store.ts';

/** Why a recording does not play. blocked: the browser wants another tap first · unreachable: it did not come or cannot be decoded. */
export type PlaybackProblem = 'blocked' | 'unreachable';

export interface PlaybackTime {
  seconds: number;
  /** Absent until the browser knows it. */
  duration?: number;
}

/** Of the visitor's settings what a recording follows. */
interface SoundSettings {
  readonly store: ReadableStore<{ settings: { speechRate: number; volume: number; isMono: boolean } }>;
}

interface PlaybackOptions {
  clock: Clock;
  /** Pace and volume follow it; what is mixed for both ears is so from the start. */
  session: SoundSettings;
  /** `problem` comes with `failed` alone. */
  onEvent(event: PlayerEvent, problem?: PlaybackProblem): void;
  onTime?(time: PlaybackTime): void;
  /** Where playing starts. */
  fromSeconds?: number;
}

export type Playback = ReturnType<typeof openPlayback>;

/** A recording that has not started by then will not come. */
const startLimitMs = 10_000;

/** The events of the browser's audio element, from its first play to its end. */
export function openPlayback(audio: HTMLAudioElement, { clock, session, onEvent, onTime, fromSeconds = 0 }: PlaybackOptions) {
  const ending = new AbortController();
  const { signal } = ending;
  const fail = () => onEvent('failed', 'unreachable');
  let cancelLimit = () => {};
  const startLimit = () => {
    cancelLimit();
    cancelLimit = clock.after(startLimitMs, fail);
  };
  const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) => audio.addEventListener(name, listener, { signal });
  on('canplay', () => onEvent('loaded'));
  on('playing', () => {
    cancelLimit();
    onEvent('began');
  });
  on('waiting', () => {
    startLimit();
    onEvent('stalled');
  });
  // The browser pauses as well: for a phone call, or when headphones are unplugged. At the end it does so before `ended`.
  on('pause', () => {
    if (!audio.ended) onEvent('paused');
  });
  on('ended', () => onEvent('ended'));
  on('error', fail);
  on('timeupdate', () => onTime?.({ seconds: audio.currentTime }));
  on('loadedmetadata', () => {
    if (Number.isFinite(audio.duration)) onTime?.({ seconds: audio.currentTime, duration: audio.duration });
  });
  const applySettings = () => {
    const { speechRate, volume } = session.store.getState().settings;
    // At its own pitch: browsers keep it by themselves.
    audio.playbackRate = speechRate;
    audio.volume = volume / 100;
  };
  applySettings();
  const unsubscribe = session.store.subscribe(applySettings);
  if (session.store.getState().settings.isMono) mixToMono(audio, signal);
  // Before anything is loaded this is where playing starts.
  if (fromSeconds > 0) audio.currentTime = fromSeconds;
  return {
    /** Call it within a tap: browsers want that. */
    play() {
      startLimit();
      audio.play().catch((error: unknown) => {
        if (!signal.aborted) onEvent('failed', pickPlaybackProblem(error));
      });
    },
    pause() {
      cancelLimit();
      audio.pause();
      // The browser's own event comes later; the button changes now.
      onEvent('paused');
    },
    seek(seconds: number) {
      audio.currentTime = seconds;
    },
    /** Silence; no event after it. */
    end() {
      if (signal.aborted) return;
      ending.abort();
      cancelLimit();
      unsubscribe();
      audio.pause();
      // Without an address the browser also ends the download.
      audio.removeAttribute('src');
    },
  };
}

/** The same in both ears. Not what comes from another site: a browser hands on nothing of it. */
function mixToMono(audio: HTMLAudioElement, signal: AbortSignal): void {
  if (!audio.src.startsWith(`${location.origin}/`)) return;
  const context = new AudioContext();
  const mix = context.createGain();
  mix.channelCount = 1;
  mix.channelCountMode = 'explicit';
  context.createMediaElementSource(audio).connect(mix).connect(context.destination);
  keepRunning(context, signal);
  signal.addEventListener('abort', () => void context.close());
}

/** `NotAllowedError` means that the page may not make a sound yet. */
export function pickPlaybackProblem(error: unknown): PlaybackProblem {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}
