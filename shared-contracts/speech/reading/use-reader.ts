import { useEffect, useMemo } from 'react';
import { pickVisit } from '../../conversation/pick-visit.ts';
import type { ScreenProps } from '../../remote/screen-props.ts';
import { pickVoiceId } from '../../visit/pick-voice-id.ts';
import type { VoiceNavigator } from '../../voice/voice-page.ts';
import type { ReadingPage } from './create-piece-player.ts';
import { createReader, type Reader } from './create-reader.ts';

/** Reads answers aloud. Stops when the screen or the page is left, and when the language changes. `page` is the browser's. */
export function useReader(
  { api, session, profile, clock }: Pick<ScreenProps, 'api' | 'session' | 'profile' | 'clock'>,
  page?: ReadingPage,
): Reader {
  const reader = useMemo(() => {
    const pickSpeaker = () => {
      const visit = pickVisit(session);
      const voiceId = pickVoiceId({ profile, language: visit.language, answers: visit.answers });
      return voiceId === undefined ? undefined : { visit, voiceId };
    };
    return createReader({ api, clock, page: page ?? readPage(), pickSpeaker });
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

const readPage = (): ReadingPage => ({
  navigator: navigator as unknown as VoiceNavigator,
  createContext: () => new AudioContext(),
});
