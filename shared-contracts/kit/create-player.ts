import { isUnderWay, nextPlayerState, type PlayerEvent, type Playing } from './audio-player.ts';
import type { Clock } from './clock.ts';
import { keepRunning } from './keep-running.ts';
import { createStore, type ReadableStore } from './store.ts';

/** The visitor's settings that a sound follows. */
interface SoundSettings {
  readonly store: ReadableStore<{ settings: { speechRate: number; volume: number; isMono: boolean } }>;
}

interface SoundOptions {
  clock: Clock;
  /** Changes of pace and volume apply at once; a recording that is mixed to mono is so from its start. */
  session: SoundSettings;
}

/** A sound that plays, or is paused. */
export interface Sound {
  pause(): void;
  resume(): void;
  seek(seconds: number): void;
  /** Silence; no event after it. */
  end(): void;
}

/** What a sound says of itself. */
export interface SoundEvents extends SoundOptions {
  onEvent(event: PlayerEvent): void;
  onTime(time: Partial<Pick<Playing<unknown>, 'seconds' | 'duration'>>): void;
  onError(error: unknown, signal: AbortSignal): void;
  fromSeconds: number;
}

interface PlayerOptions<Source, Problem, Opened extends Sound> extends SoundOptions {
  /** Begins to play. */
  open(source: Source, events: SoundEvents): Opened;
  /** Says why a sound does not play. */
  explain(error: unknown, signal: AbortSignal): Problem | Promise<Problem>;
}

/** Every recording and every text read aloud of a screen is played by a player, one at a time. */
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
    /** The sound that plays. */
    sound: () => sound,
    /** Plays a sound, and ends the sound before. Call it within a tap: browsers require one. */
    play(id: string, source: Source, fromSeconds = 0): void {
      onEvent('stopped');
      const before = store.getState();
      const duration = before.id === id ? before.duration : undefined;
      set({ id, state: nextPlayerState('stopped', 'requested'), seconds: fromSeconds, duration });
      sound = open(source, { clock, session, fromSeconds, onEvent, onTime: change, onError });
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
    /** Ends the sound at once. */
    stop: () => onEvent('stopped'),
  };
}

/** Plays recordings by their addresses. `createAudio` is the browser's. */
export const createRecordingPlayer = (options: SoundOptions, createAudio = () => new Audio()) =>
  createPlayer({
    ...options,
    explain: pickPlaybackProblem,
    open(url: string, events): Sound {
      // A new element each time: an element that is mixed to mono cannot be released again.
      const audio = createAudio();
      const element = followElement(audio, { ...events, onEnded: () => events.onEvent('ended') });
      audio.src = url;
      if (options.session.store.getState().settings.isMono) mixToMono(audio, element.signal);
      // Start position before the recording is loaded.
      if (events.fromSeconds > 0) audio.currentTime = events.fromSeconds;
      element.resume();
      return element;
    },
  });

/** A sound that has not started by then does not come. */
const startLimitMs = 10_000;

/** Follows what the browser's element does, and the visitor's settings, until it ends. */
export function followElement(audio: HTMLAudioElement, events: SoundEvents & { onEnded(): void }) {
  const { clock, session, onEvent, onTime, onEnded } = events;
  const ending = new AbortController();
  const { signal } = ending;
  let cancelLimit = () => {};
  const fail = (error: unknown) => {
    // A pause or another address interrupts a play that has not begun yet: that is no failure.
    if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return;
    cancelLimit();
    events.onError(error, signal);
  };
  const startLimit = () => {
    cancelLimit();
    cancelLimit = clock.after(startLimitMs, () => fail(new Error('The sound did not start in time.')));
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
      // Ends the download, too; otherwise a later `play` would play the old sound on.
      audio.removeAttribute('src');
      audio.load();
    },
  };
}

/** The same in both ears. Not for a recording of another site, to whose sound a browser gives no access. */
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

/**
 * Reason why a recording does not play. blocked: the browser requires another tap first · unreachable: it did not arrive or cannot be
 * decoded.
 */
export type PlaybackProblem = 'blocked' | 'unreachable';

/** `NotAllowedError` means that the page may not make a sound yet. */
export function pickPlaybackProblem(error: unknown): PlaybackProblem {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}
