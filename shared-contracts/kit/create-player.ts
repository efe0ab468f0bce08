import { isUnderWay, nextPlayerState, type PlayerEvent, type Playing } from './audio-player.ts';
import type { Clock } from './clock.ts';
import { keepRunning } from './keep-running.ts';
import { createStore, type ReadableStore } from './store.ts';

/** Loads a part of a sound. */
export type SoundPart = (signal: AbortSignal) => Promise<Blob>;

/** The visitor's settings that a sound follows. */
interface SoundSettings {
  readonly store: ReadableStore<{ settings: { speechRate: number; volume: number; isMono: boolean } }>;
}

interface SoundOptions {
  clock: Clock;
  /** Changes of pace and volume apply at once; a recording that is mixed to mono is so from its start. */
  session: SoundSettings;
}

interface PlayerOptions<Problem> extends SoundOptions {
  /** Says why a sound does not play. */
  explain(error: unknown, signal: AbortSignal): Problem | Promise<Problem>;
  /** The browser's, unless a test passes its own. */
  createAudio?: (() => HTMLAudioElement) | undefined;
}

export type Player<Problem> = ReturnType<typeof createPlayer<Problem>>;

/** Every recording and every text read aloud of a screen is played by a player, on one media element at a time. */
export function createPlayer<Problem>({ clock, session, explain, createAudio = () => new Audio() }: PlayerOptions<Problem>) {
  const { set, ...store } = createStore<Playing<Problem>>({ id: undefined, state: 'stopped', seconds: 0 });
  /** Plays all parts: a browser lets an element that a tap started play on without a tap. */
  let shared: HTMLAudioElement | undefined;
  let sound: Sound | undefined;

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
  const allow = () => {
    shared ??= createAudio();
    if (!sound) shared.play().catch(ignore);
    return shared;
  };

  return {
    ...store,
    /** Lets a later `play` sound. Call it within a tap: browsers require one. */
    allow: () => void allow(),
    /** Plays a recording, or part after part, and ends the sound before. Call it within a tap, or after `allow`. */
    play(id: string, source: string | Promise<readonly SoundPart[]>, fromSeconds = 0): void {
      onEvent('stopped');
      const before = store.getState();
      const duration = before.id === id ? before.duration : undefined;
      set({ id, state: nextPlayerState('stopped', 'requested'), seconds: fromSeconds, duration });
      // A recording has an element of its own: an element that is mixed to mono cannot be released again.
      sound = openSound(typeof source === 'string' ? createAudio() : allow(), source, {
        ...{ clock, session, fromSeconds, onEvent },
        onTime: change,
        onError: async (error, signal) => {
          const problem = await explain(error, signal);
          if (!signal.aborted) onEvent('failed', problem);
        },
      });
    },
    pause(): void {
      sound?.pause();
      // The browser's own event comes later; the button changes now.
      onEvent('paused');
    },
    /** Continues after a pause. Call it within a tap. */
    resume(): void {
      onEvent('requested');
      sound?.resume();
    },
    /** Continues from there, or begins there when the sound is played with the seconds of the state. */
    seek(seconds: number): void {
      sound?.seek(seconds);
      change({ seconds });
    },
    /** Continues so many seconds earlier, or from the beginning of the part before. */
    rewind: (seconds: number) => sound?.rewind(seconds),
    /** Ends the sound at once. */
    stop: () => onEvent('stopped'),
  };
}

interface OpenOptions extends SoundOptions {
  fromSeconds: number;
  onEvent(event: PlayerEvent): void;
  onTime(time: Partial<Pick<Playing<unknown>, 'seconds' | 'duration'>>): void;
  onError(error: unknown, signal: AbortSignal): void;
}

type Sound = ReturnType<typeof openSound>;

function openSound(audio: HTMLAudioElement, source: string | Promise<readonly SoundPart[]>, options: OpenOptions) {
  const ending = new AbortController();
  const { signal } = ending;
  let at = 0;
  let load: ReturnType<typeof createLoader> = () => undefined;
  let url = '';
  /** The element has the part that is due. */
  let isOpen = false;
  let isHeld = false;

  const fail = (error: unknown) => {
    // A pause or another address interrupts a play that has not begun yet: that is no failure.
    if (!signal.aborted && !(error instanceof Error && error.name === 'AbortError')) options.onError(error, signal);
  };
  const element = followElement(audio, { ...options, signal, onEnded: () => void start(at + 1), onError: fail });
  const release = () => {
    if (url) URL.revokeObjectURL(url);
    url = '';
  };
  const open = (sound: string | Blob) => {
    release();
    if (typeof sound !== 'string') url = URL.createObjectURL(sound);
    audio.src = url || String(sound);
    isOpen = true;
    if (!isHeld) element.play();
  };
  async function start(index: number): Promise<void> {
    at = index;
    isOpen = false;
    const part = load(index);
    if (!part) return options.onEvent('ended');
    if (!part.isLoaded) options.onEvent('stalled');
    try {
      const sound = await part.loading;
      if (signal.aborted || at !== index) return;
      open(sound);
      load(index + 1);
    } catch (error) {
      if (at === index) fail(error);
    }
  }
  if (typeof source === 'string') {
    open(source);
    if (options.session.store.getState().settings.isMono) mixToMono(audio, signal);
    // Before the recording is loaded this is where it starts.
    if (options.fromSeconds > 0) audio.currentTime = options.fromSeconds;
  } else
    source.then((parts) => {
      load = createLoader(parts, signal);
      void start(0);
    }, fail);

  return {
    pause() {
      isHeld = true;
      element.pause();
    },
    resume() {
      isHeld = false;
      if (isOpen) element.play();
    },
    seek(seconds: number) {
      audio.currentTime = seconds;
    },
    rewind(seconds: number) {
      if (audio.currentTime >= seconds || at === 0) audio.currentTime = Math.max(0, audio.currentTime - seconds);
      else void start(at - 1);
    },
    /** Silence; no event after it. */
    end() {
      ending.abort();
      audio.pause();
      // Ends the download, too. Otherwise `allow` would play the old sound on.
      audio.removeAttribute('src');
      audio.load();
      release();
    },
  };
}

/** Loads the part of an index once; undefined behind the last one. */
function createLoader(parts: readonly SoundPart[], signal: AbortSignal) {
  let last: { index: number; loading: Promise<Blob>; isLoaded: boolean } | undefined;
  return (index: number) => {
    const part = parts[index];
    if (!part) return undefined;
    if (last?.index === index) return last;
    const one = { index, loading: part(signal), isLoaded: false };
    one.loading.then(() => {
      one.isLoaded = true;
    }, ignore);
    last = one;
    return one;
  };
}

/** A sound that has not started by then does not come. */
const startLimitMs = 10_000;

interface ElementOptions extends SoundOptions, Pick<OpenOptions, 'onEvent' | 'onTime'> {
  signal: AbortSignal;
  onEnded(): void;
  onError(error: unknown): void;
}

/** Follows what the browser's element does, and the visitor's settings, until the signal ends it. */
function followElement(audio: HTMLAudioElement, { clock, session, signal, onEvent, onTime, onEnded, onError }: ElementOptions) {
  let cancelLimit = () => {};
  const startLimit = () => {
    cancelLimit();
    cancelLimit = clock.after(startLimitMs, () => onError(new Error('The sound did not start in time.')));
  };
  const applySettings = () => {
    const { speechRate, volume } = session.store.getState().settings;
    // Browsers keep the pitch. A new address resets the rate to the default one.
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
  // The browser pauses as well: for a phone call, or when headphones are unplugged. At the end it does so before `ended`.
  on('pause', () => {
    if (!audio.ended) onEvent('paused');
  });
  on('ended', onEnded);
  on('error', () => onError(audio.error));
  on('timeupdate', () => onTime({ seconds: audio.currentTime }));
  on('loadedmetadata', () => {
    if (Number.isFinite(audio.duration)) onTime({ duration: audio.duration });
  });
  applySettings();
  const unsubscribe = session.store.subscribe(applySettings);
  signal.addEventListener('abort', () => {
    cancelLimit();
    unsubscribe();
  });
  return {
    play() {
      startLimit();
      audio.play().catch(onError);
    },
    pause() {
      cancelLimit();
      audio.pause();
    },
  };
}

/** The same in both ears. Not for a recording of another site: a browser gives no access to its sound. */
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

/** Why a recording does not play. blocked: the browser wants another tap first · unreachable: it did not come or cannot be decoded. */
export type PlaybackProblem = 'blocked' | 'unreachable';

/** `NotAllowedError` means that the page may not make a sound yet. */
export function pickPlaybackProblem(error: unknown): PlaybackProblem {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}

/** The element was stopped or given another address before it began. */
const ignore = () => undefined;
