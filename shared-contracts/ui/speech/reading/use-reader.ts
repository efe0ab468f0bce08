import { useEffect, useMemo } from 'react';
import { pickVisit } from '../../../conversation/pick-visit.ts';
import type { ScreenProps } from '../../../remote/screen-props.ts';
import { pickVoiceId } from '../../../visit/pick-voice-id.ts';
import { createReader, type Reader } from './create-reader.ts';

/** Stops when the visitor leaves the screen or the page, or changes the language. */
export function useReader(
  { api, session, profile, clock }: Pick<ScreenProps, 'api' | 'session' | 'profile' | 'clock'>,
  createAudio?: () => HTMLAudioElement,
): Reader {
  const reader = useMemo(() => {
    const pickSpeaker = () => {
      const visit = pickVisit(session);
      const voiceId = pickVoiceId({ profile, language: visit.language, answers: visit.answers });
      return voiceId === undefined ? undefined : { visit, voiceId };
    };
    return createReader({ api, clock, session, pickSpeaker, createAudio });
  }, [api, session, profile, clock, createAudio]);

  useEffect(() => {
    const { stop } = reader;
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.language !== before.language) stop();
    });
    // A page in the back-forward cache would continue to play.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      unsubscribe();
      stop();
    };
  }, [reader, session]);

  return reader;
}
