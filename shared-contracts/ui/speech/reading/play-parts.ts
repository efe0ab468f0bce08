import { followElement, type Sound, type SoundEvents } from '../../../kit/create-player.ts';

export type SoundPart = (signal: AbortSignal) => Promise<Blob>;

export interface PartedSound extends Sound {
  /** Moves back by this number of seconds, or to the start of the previous part. */
  rewind(seconds: number): void;
}

/** One element plays all parts: browsers let only an element that a tap started continue without a tap. */
export function playParts(audio: HTMLAudioElement, source: Promise<readonly SoundPart[]>, events: SoundEvents): PartedSound {
  let at = 0;
  let load: ReturnType<typeof createLoader> = () => undefined;
  let url = '';
  let isOpen = false;
  let isHeld = false;

  const element = followElement(audio, { ...events, onEnded: () => start(at + 1) });
  const { signal, fail } = element;
  const release = () => {
    if (url) URL.revokeObjectURL(url);
    url = '';
  };
  const open = (sound: Blob) => {
    release();
    url = URL.createObjectURL(sound);
    audio.src = url;
    isOpen = true;
    if (!isHeld) element.resume();
    load(at + 1);
  };
  function start(index: number): void {
    at = index;
    isOpen = false;
    const part = load(index);
    if (!part?.isLoaded) events.onEvent(part ? 'stalled' : 'ended');
    const isDue = () => !signal.aborted && at === index;
    part?.loading.then(
      (sound) => isDue() && open(sound),
      (error: unknown) => isDue() && fail(error),
    );
  }
  source.then((parts) => {
    load = createLoader(parts, signal);
    start(0);
  }, fail);

  return {
    ...element,
    pause() {
      isHeld = true;
      element.pause();
    },
    resume() {
      isHeld = false;
      if (isOpen) element.resume();
    },
    rewind(seconds) {
      if (audio.currentTime >= seconds || at === 0) audio.currentTime = Math.max(0, audio.currentTime - seconds);
      else start(at - 1);
    },
    end() {
      element.end();
      release();
    },
  };
}

/** Loads each part once, the next while a part plays. Undefined after the last part. */
function createLoader(parts: readonly SoundPart[], signal: AbortSignal) {
  let last: { index: number; loading: Promise<Blob>; isLoaded: boolean } | undefined;
  return (index: number) => {
    const part = parts[index];
    if (!part) return undefined;
    if (last?.index === index) return last;
    const one = { index, loading: part(signal), isLoaded: false };
    one.loading.then(
      () => {
        one.isLoaded = true;
      },
      () => undefined,
    );
    last = one;
    return one;
  };
}
