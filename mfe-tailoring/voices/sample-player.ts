import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { isUnderWay, nextPlayerState, type PlayerEvent } from '@enfilade/shared-contracts/visit/audio-player';
import { type Preview, type PreviewFault, pickFault, silence, stateOf } from './preview.ts';

/** A sample that has not begun by then will not come; files are 15 kB. */
const patienceMs = 10_000;

export interface Previews extends ReadableStore<Preview> {
  /** Plays a voice's sample from its beginning, and ends any other; or stops it. Call it within a tap: browsers want that. */
  toggle(voiceId: string, url: string): void;
  stop(): void;
}

/** Plays the samples of the voices, one at a time. `createAudio` is the browser's. */
export function createPreviews(clock: Clock, createAudio: (url: string) => HTMLAudioElement = (url) => new Audio(url)): Previews {
  let preview = silence;
  let end: () => void = () => undefined;
  const listeners = new Set<(state: Preview, before: Preview) => void>();

  const become = (next: Preview) => {
    const before = preview;
    preview = next;
    for (const listener of listeners) listener(next, before);
  };
  const tell = (event: PlayerEvent, fault?: PreviewFault) => {
    const state = nextPlayerState(preview.state, event);
    if (state === preview.state) return;
    become({ voiceId: preview.voiceId, state, ...(state === 'error' && fault && { fault }) });
    if (!isUnderWay(state)) end();
  };
  const stop = () => tell('stopped');

  return {
    getState: () => preview,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop,
    toggle(voiceId, url) {
      const isOwn = isUnderWay(stateOf(preview, voiceId));
      stop();
      if (isOwn) return;
      become({ voiceId, state: nextPlayerState('stopped', 'requested') });
      end = play(createAudio(url), clock, tell);
    },
  };
}

/** Starts, and tells what becomes of it until the returned function ends it. */
function play(audio: HTMLAudioElement, clock: Clock, tell: (event: PlayerEvent, fault?: PreviewFault) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const giveUp = () => tell('failed', 'unreachable');
  let cancel = clock.after(patienceMs, giveUp);
  const on = (name: keyof HTMLMediaElementEventMap, hear: () => void) => audio.addEventListener(name, hear, { signal });
  on('canplay', () => tell('loaded'));
  on('playing', () => {
    cancel();
    tell('began');
  });
  on('waiting', () => {
    cancel();
    cancel = clock.after(patienceMs, giveUp);
    tell('stalled');
  });
  on('ended', () => tell('ended'));
  on('error', giveUp);
  audio.play().catch((error: unknown) => {
    if (!signal.aborted) tell('failed', pickFault(error));
  });
  return () => {
    if (signal.aborted) return;
    ending.abort();
    cancel();
    audio.pause();
    // Without an address the browser also ends the download.
    audio.removeAttribute('src');
  };
}
