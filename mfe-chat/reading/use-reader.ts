import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import { useEffect, useMemo } from 'react';
import { createReader, type Reader } from './create-reader.ts';
import { type ReadingPage, readReadingPage } from './reading-page.ts';

/** What reads answers aloud. Silent once the screen or the page is left, and when the language changes. `page` is the browser's. */
export function useReader(
  { api, session, profile, clock }: Pick<ScreenProps, 'api' | 'session' | 'profile' | 'clock'>,
  page?: ReadingPage,
): Reader {
  const reader = useMemo(() => {
    const pickSpeaker = () => {
      const visit = pickVisit(session);
      return { visit, voiceId: pickVoiceId({ profile, language: visit.language, answers: visit.answers }) };
    };
    return createReader({ api, clock, page: page ?? readReadingPage(), pickSpeaker });
  }, [api, session, profile, clock, page]);

  useEffect(() => {
    const { stop } = reader;
    const endWatching = session.store.subscribe((now, before) => {
      if (now.language !== before.language) stop();
    });
    // A page that is kept for the way back sounds on otherwise.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      endWatching();
      stop();
    };
  }, [reader, session]);

  return reader;
}
