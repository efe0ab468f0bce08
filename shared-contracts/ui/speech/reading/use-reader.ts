import { useEffect, useMemo } from 'react';
import { createLazy } from '../../../kit/create-lazy.ts';
import type { ScreenProps } from '../../../remote/screen-props.ts';
import type { VoiceNavigator } from '../../../voice/voice-page.ts';
import { createLateReader } from './create-late-reader.ts';
import type { ReadingPage } from './create-piece-player.ts';
import type { Reader } from './create-reader.ts';

/** One for the page. */
const readerCode = createLazy(() => import(/* webpackChunkName: "speech" */ './create-reader.ts'));

/** Reads answers aloud. Stops when the screen or the page is left, and when the language changes. `page` is the browser's. */
export function useReader(
  { api, session, profile, clock }: Pick<ScreenProps, 'api' | 'session' | 'profile' | 'clock'>,
  page?: ReadingPage,
): Reader {
  const reader = useMemo(() => {
    const load = async (opened: ReadingPage) => (await readerCode.load()).createVisitReader({ api, session, profile, clock, page: opened });
    return createLateReader(page ?? readPage(), load);
  }, [api, session, profile, clock, page]);

  useEffect(() => {
    const { stop } = reader;
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.language !== before.language) stop();
    });
    // A page in the back-forward cache would play on.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      unsubscribe();
      stop();
    };
  }, [reader, session]);

  return reader;
}

export const readPage = (): ReadingPage => ({
  navigator: navigator as unknown as VoiceNavigator,
  createContext: () => new AudioContext(),
});
