import { isUnderWay, type Playing, stateOf } from '../../../kit/audio-player.ts';
import { createLazy } from '../../../kit/create-lazy.ts';
import { createStore } from '../../../kit/store.ts';
import type { Speech, SpeechOptions } from './create-speech.ts';
import type { ReadingProblem } from './reading-problem.ts';

export type ReaderState = Playing<ReadingProblem>;

export type Reader = ReturnType<typeof createReader>;

interface ReaderOptions extends SpeechOptions {
  createAudio?: (() => HTMLAudioElement) | undefined;
  code?: typeof speechCode;
}

/** Loaded at the first press. */
const speechCode = createLazy(() => import(/* webpackChunkName: "speech" */ './create-speech.ts'));

export function createReader({ code = speechCode, createAudio = () => new Audio(), ...options }: ReaderOptions) {
  const { set, ...store } = createStore<ReaderState>({ id: undefined, state: 'stopped', seconds: 0 });
  let audio: HTMLAudioElement | undefined;
  let speech: Speech | undefined;

  /** Browsers require a start within the tap; the code may load later. */
  const allow = () => {
    const { state } = store.getState();
    audio ??= createAudio();
    if (!isUnderWay(state) && state !== 'paused') audio.play().catch(() => undefined);
    return audio;
  };
  const read = (id: string, text: string) => {
    const element = allow();
    if (speech) return speech.read(id, text);
    const pressed: ReaderState = { id, state: 'loading', seconds: 0 };
    set(pressed);
    const isWanted = () => store.getState() === pressed;
    code.load().then(
      ({ createSpeech }) => {
        if (!speech) {
          speech = createSpeech(element, options);
          speech.subscribe(set);
        }
        if (isWanted()) speech.read(id, text);
      },
      () => isWanted() && set({ ...pressed, state: 'error', problem: { sentence: 'speech.network' } }),
    );
  };
  const stop = () => {
    const state = store.getState();
    if (speech) speech.stop();
    else if (state.state === 'loading') set({ ...state, state: 'stopped' });
  };

  return {
    ...store,
    /** Allows a later `read`. Must be called within a tap. */
    allow: () => void allow(),
    /** Ends any other reading. Must be called within a tap, or after `allow`. */
    read,
    stop,
    pause: () => speech?.pause(),
    /** Must be called within a tap. */
    resume: () => speech?.resume(),
    rewind: (seconds: number) => speech?.rewind(seconds),
    /** Must be called within a tap. */
    toggle(id: string, text: string): void {
      const state = stateOf(store.getState(), id);
      if (state === 'paused') speech?.resume();
      else if (isUnderWay(state)) stop();
      else read(id, text);
    },
  };
}
