import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { isUnderWay, nextPlayerState, type PlayerEvent } from '@enfilade/shared-contracts/kit/audio-player';
import type { Playing } from './recording.ts';

/** A recording that has not begun by then will not come. */
const patienceMs = 10_000;

export interface IntroductionPlayer extends ReadableStore<Playing> {
  /** Plays, pauses, goes on; begins anew at the end. Call it within a tap: browsers want that. */
  toggle(): void;
  /** Ends it for good. */
  stop(): void;
}

const untouched: Playing = { state: 'stopped', fault: undefined, seconds: 0, duration: undefined };

/** Plays one recording. `createAudio` is the browser's. */
export function createIntroductionPlayer(
  url: string,
  clock: Clock,
  createAudio: (url: string) => HTMLAudioElement = (address) => new Audio(address),
): IntroductionPlayer {
  let playing = untouched;
  let sound: Sound | undefined;
  const listeners = new Set<(now: Playing, before: Playing) => void>();

  const become = (change: Partial<Playing>) => {
    const before = playing;
    playing = { ...playing, ...change };
    for (const listener of listeners) listener(playing, before);
  };
  const tell = (event: PlayerEvent, fault?: Playing['fault']) => {
    const state = nextPlayerState(playing.state, event);
    if (state === playing.state) return;
    become({ state, fault: state === 'error' ? fault : undefined });
    if (isUnderWay(state) || state === 'paused') return;
    sound?.end();
    sound = undefined;
  };
  const play = () => {
    // After a failure it goes on where it broke off.
    const from = playing.state === 'complete' ? 0 : playing.seconds;
    become({ seconds: from });
    tell('requested');
    sound ??= createSound(createAudio(url), { clock, tell, tellTime: become, from });
    sound.play();
  };

  return {
    getState: () => playing,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    toggle() {
      if (playing.state === 'playing') sound?.pause();
      else if (isUnderWay(playing.state)) tell('stopped');
      else play();
    },
    stop: () => tell('stopped'),
  };
}

interface Sound {
  play(): void;
  pause(): void;
  end(): void;
}

interface SoundOptions {
  clock: Clock;
  tell(event: PlayerEvent, fault?: Playing['fault']): void;
  tellTime(time: Pick<Playing, 'seconds'> & Partial<Pick<Playing, 'duration'>>): void;
  /** In seconds. */
  from: number;
}

/** The browser's audio element, from its first play to its end. */
function createSound(audio: HTMLAudioElement, { clock, tell, tellTime, from }: SoundOptions): Sound {
  const ending = new AbortController();
  const { signal } = ending;
  const giveUp = () => tell('failed', 'unreachable');
  let cancel = () => {};
  const wait = () => {
    cancel();
    cancel = clock.after(patienceMs, giveUp);
  };
  const on = (name: keyof HTMLMediaElementEventMap, hear: () => void) => audio.addEventListener(name, hear, { signal });
  on('canplay', () => tell('loaded'));
  on('playing', () => {
    cancel();
    tell('began');
  });
  on('waiting', () => {
    wait();
    tell('stalled');
  });
  // The browser pauses too: a call comes in, headphones are pulled out. At the end it says so before `ended`.
  on('pause', () => {
    if (!audio.ended) tell('paused');
  });
  on('ended', () => tell('ended'));
  on('error', giveUp);
  on('timeupdate', () => tellTime({ seconds: audio.currentTime }));
  on('loadedmetadata', () => {
    if (Number.isFinite(audio.duration)) tellTime({ seconds: audio.currentTime, duration: audio.duration });
  });
  // Before anything is loaded this is where playing begins.
  if (from > 0) audio.currentTime = from;
  return {
    play() {
      wait();
      audio.play().catch((error: unknown) => {
        if (!signal.aborted) tell('failed', pickFault(error));
      });
    },
    pause() {
      cancel();
      audio.pause();
      // The browser's own word for it comes later; the button answers now.
      tell('paused');
    },
    end() {
      ending.abort();
      cancel();
      audio.pause();
      // Without an address the browser also ends the download.
      audio.removeAttribute('src');
    },
  };
}

/** `NotAllowedError` is the browser's word for a page that may not sound yet. */
function pickFault(error: unknown): Playing['fault'] {
  return error instanceof Error && error.name === 'NotAllowedError' ? 'blocked' : 'unreachable';
}
