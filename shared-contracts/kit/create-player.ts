import { isUnderWay, nextPlayerState, type PlayerEvent, type Playing } from './audio-player.ts';
import type { Clock } from './clock.ts';
import { keepRunning } from './keep-running.ts';
import { createStore, type ReadableStore } from './store.ts';

interface SoundSettings {
  readonly store: ReadableStore<{ settings: { speechRate: number; volume: number; isMono: boolean } }>;
}

interface SoundOptions {
  clock: Clock;
  /** Changes of rate and volume apply at once. A change to mono applies to the next recording. */
  session: SoundSettings;
}

export interface Sound {
  pause(): void;
  resume(): void;
  seek(seconds: number): void;
  end(): void;
}

export interface SoundEvents extends SoundOptions {
  onEvent(event: PlayerEvent): void;
  onTime(time: Partial<Pick<Playing<unknown>, 'seconds' | 'duration'>>): void;
  onError(error: unknown, signal: AbortSignal): void;
  fromSeconds: number;
}

interface PlayerOptions<Source, Problem, Opened extends Sound> extends SoundOptions {
  open(source: Source, events: SoundEvents): Opened;
  explain(error: unknown, signal: AbortSignal): Problem | Promise<Problem>;
}

export function createPlayer<Source, Problem, Opened extends Sound>(options: PlayerOptions<Source, Problem, Opened>) {
  const { clock, session, open, explain } = options;
  const { set, ...store } = createStore<Playing<Problem>>({ id: undefined, state: 'stopped', seconds: 0 });
  let sound: Opened | undefined;

  const change = (changes: Partial<Playing<Problem>>) => set({ ...store.getState(), ...changes });
  const onEvent = (event: PlayerEvent, problem?: Problem) => {
    const before = store.getState().state;
    const state = nextPlayerState(before, event);
    if (state === before) return;
    if (!isUnderWay(state) && state !== 'paused') {
      sound?.end();
      sound = undefined;
    }
    change({ state, problem });
  };
  const onError = async (error: unknown, signal: AbortSignal) => {
    const problem = await explain(error, signal);
    if (!signal.aborted) onEvent('failed', problem);
  };

  return {
    ...store,
    sound: () => sound,
    /** Ends the present sound. Browsers require a call within a tap. */
    play(id: string, source: Source, fromSeconds = 0): void {
      onEvent('stopped');
      const before = store.getState();
      const duration = before.id === id ? before.duration : undefined;
      set({ id, state: nextPlayerState('stopped', 'requested'), seconds: fromSeconds, duration });
      sound = open(source, { clock, session, fromSeconds, onEvent, onTime: change, onError });
    },
    pause(): void {
      sound?.pause();
      // The button changes before the browser's own event.
      onEvent('paused');
    },
    /** Continues after a pause. Browsers require a call within a tap. */
    resume(): void {
      onEvent('requested');
      sound?.resume();
    },
    /** If no sound is open, only the state's seconds change, and the caller may play from there. */
    seek(seconds: number): void {
      sound?.seek(seconds);
      change({ seconds });
    },
    stop: () => onEvent('stopped'),
  };
}

export const createRecordingPlayer = (options: SoundOptions, createAudio = () => new Audio()) =>
  createPlayer({
    ...options,
    explain: pickPlaybackProblem,
    open(url: string, events): Sound {
      // Each recording has a new element, because mixing an element to mono cannot be undone.
      const audio = createAudio();
      const element = followElement(audio, { ...events, onEnded: () => events.onEvent('ended') });
      audio.src = url;
      if (options.session.store.getState().settings.isMono) mixToMono(audio, element.signal);
      // The element keeps a start position that is set before the recording loads.
      if (events.fromSeconds > 0) audio.currentTime = events.fromSeconds;
      element.resume();
      return element;
    },
  });

const startLimitMs = 10_000;

/** Applies the visitor's settings to the element until the sound ends. */
export function followElement(audio: HTMLAudioElement, events: SoundEvents & { onEnded(): void }) {
  const { clock, session, onEvent, onTime, onEnded } = events;
  const ending = new AbortController();
  const { signal } = ending;
  let cancelLimit = () => {};
  const fail = (error: unknown) => {
    // A pause or a new URL interrupts a pending play(), which is not a failure.
    if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return;
    cancelLimit();
    events.onError(error, signal);
  };
  const startLimit = () => {
    cancelLimit();
    cancelLimit = clock.after(startLimitMs, () => fail(new Error(`The sound did not start within ${startLimitMs / 1_000} s`)));
  };
  const applySettings = () => {
    const { speechRate, volume } = session.store.getState().settings;
    // Browsers keep the pitch. A new URL resets the rate to the default rate.
    audio.defaultPlaybackRate = speechRate;
    audio.playbackRate = speechRate;
    audio.volume = volume / 100;
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
  // The browser pauses for a phone call, when headphones are unplugged, and directly before `ended`.
  on('pause', () => audio.ended || onEvent('paused'));
  on('ended', onEnded);
  on('error', () => fail(audio.error));
  on('timeupdate', () => onTime({ seconds: audio.currentTime }));
  on('loadedmetadata', () => {
    if (Number.isFinite(audio.duration)) onTime({ duration: audio.duration });
  });
  applySettings();
  const unsubscribe = session.store.subscribe(applySettings);
  return {
    signal,
    fail,
    pause() {
      cancelLimit();
      audio.pause();
    },
    resume() {
      startLimit();
      audio.play().catch(fail);
    },
    seek(seconds: number) {
      audio.currentTime = seconds;
    },
    end() {
      ending.abort();
      cancelLimit();
      unsubscribe();
      audio.pause();
      // Ends the download. A later `play` would otherwise continue the old sound.
      audio.removeAttribute('src');
      audio.load();
    },
  };
}

/** Recordings of other sites stay stereo, because browsers allow no access to their sound. */
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

/** blocked: the browser requires another tap · unreachable: the recording did not load or cannot be decoded. */
export type PlaybackProblem = 'blocked' | 'unreachable';

/** Browsers throw `NotAllowedError` if a sound needs a tap first. */
export function pickPlaybackProblem(error: unknown): PlaybackProblem {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}
