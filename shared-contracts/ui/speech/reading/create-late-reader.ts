import { createStore } from '../../../kit/store.ts';
import type { ReadingPage } from './create-piece-player.ts';
import type { Reader } from './create-reader.ts';
import type { SoundContext } from './open-sound-queue.ts';
import { pickStateOf, type ReaderState, stoppedReader } from './reading.ts';

/** A reader whose code is loaded at the first press; `load` makes the reader of that code, on the page it is given. */
export function createLateReader(page: ReadingPage, load: (page: ReadingPage) => Promise<Reader>): Reader {
  const { set, ...store } = createStore<ReaderState>(stoppedReader);
  let reader: Reader | undefined;
  let context: SoundContext | undefined;

  // Browsers want a sound to be opened within the tap, and by then the code may not be there.
  const openContext = () => {
    try {
      context = page.createContext();
      context.resume().catch(ignore);
    } catch {
      // The reader tries again, and says so.
    }
  };
  const createContext = () => {
    const opened = context ?? page.createContext();
    context = undefined;
    return opened;
  };
  const stop = () => {
    if (reader) return reader.stop();
    context?.close().catch(ignore);
    context = undefined;
    const { id, state } = store.getState();
    if (state === 'loading') set({ id, state: 'stopped' });
  };

  const read = (id: string, text: string) => {
    if (reader) return reader.read(id, text);
    stop();
    const pressed: ReaderState = { id, state: 'loading' };
    set(pressed);
    openContext();
    const isWanted = () => store.getState() === pressed;
    load({ ...page, createContext }).then(
      (loaded) => {
        if (!reader) {
          reader = loaded;
          reader.subscribe(set);
        }
        if (isWanted()) reader.read(id, text);
      },
      () => {
        if (!isWanted()) return;
        stop();
        set({ id, state: 'error', problem: { sentence: 'speech.network' } });
      },
    );
  };

  return {
    ...store,
    stop,
    read,
    pause: () => reader?.pause(),
    toggle(id, text) {
      if (reader) return reader.toggle(id, text);
      if (pickStateOf(store.getState(), id) === 'loading') stop();
      else read(id, text);
    },
  };
}

/** The browser may have closed the context itself. */
const ignore = () => undefined;
