import { isUnderWay, nextPlayerState, type PlayerEvent } from '../../kit/audio-player.ts';
import { createLazy, type Lazy } from '../../kit/create-lazy.ts';
import { createStore, type ReadableStore } from '../../kit/store.ts';
import type { PiecePlayer, ReadingPage } from './create-piece-player.ts';
import type { createSpeech, SpeechOptions } from './create-speech.ts';
import type { SoundContext } from './open-sound-queue.ts';
import { pickStateOf, type ReaderState, type ReadingProblem } from './reading.ts';

interface ReaderOptions extends SpeechOptions {
  page: ReadingPage;
}

export interface Reader extends ReadableStore<ReaderState> {
  /**
   * Reads plain text from its beginning, and ends any other reading; stops it, or resumes it where the browser paused
   * it. Call it within a tap: browsers want that.
   */
  toggle(id: string, text: string): void;
  stop(): void;
}

type SpeechCode = Lazy<{ createSpeech: typeof createSpeech }>;

/** One for the page. */
const speechCode: SpeechCode = createLazy(() => import(/* webpackChunkName: "reading" */ './create-speech.ts'));

/** Reads answers aloud, one at a time. What it needs for that is loaded at the first press. */
export function createReader(options: ReaderOptions, code: SpeechCode = speechCode): Reader {
  const { getState, subscribe, set } = createStore<ReaderState>({ id: undefined, state: 'stopped' });
  let speech: ReturnType<typeof createSpeech> | undefined;
  let player: PiecePlayer | undefined;

  const onEvent = (event: PlayerEvent, problem?: ReadingProblem) => {
    const { id, state: before } = getState();
    const state = nextPlayerState(before, event);
    if (state === before) return;
    if (!isUnderWay(state) && state !== 'paused') {
      player?.end();
      player = undefined;
    }
    set({ id, state, ...(state === 'error' && problem && { problem }) });
  };
  const start = (text: string) => {
    const context = openContext(options.page);
    if (!context) return onEvent('failed', { sentence: 'speech.playback' });
    const opening = createOpening(context);
    player = opening;
    const begin = (loaded: { createSpeech: typeof createSpeech }) => {
      if (player !== opening) return;
      speech ??= loaded.createSpeech(options);
      player = speech.start(text, { context, onEvent });
    };
    const loaded = code.getState();
    if (loaded) return begin(loaded);
    code.load().then(begin, () => player === opening && onEvent('failed', { sentence: 'speech.network' }));
  };

  return {
    getState,
    subscribe,
    stop: () => onEvent('stopped'),
    toggle(id, text) {
      const state = pickStateOf(getState(), id);
      if (state === 'paused') {
        onEvent('requested');
        return player?.resume();
      }
      onEvent('stopped');
      if (isUnderWay(state)) return;
      set({ id, state: nextPlayerState('stopped', 'requested') });
      start(text);
    },
  };
}

/** Undefined where the browser has no audio. */
function openContext(page: ReadingPage): SoundContext | undefined {
  try {
    return page.createContext();
  } catch {
    return undefined;
  }
}

/** Stands for the player until its code is loaded. The context starts within the tap that asks for it. */
function createOpening(context: SoundContext): PiecePlayer {
  const resume = () => void context.resume().catch(() => undefined);
  resume();
  return { resume, end: () => void context.close().catch(() => undefined) };
}
