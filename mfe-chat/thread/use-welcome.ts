import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';

interface WelcomeOptions {
  api: Pick<GuideApi, 'welcome'>;
  session: Pick<VisitorSession, 'store'>;
  language: Language;
  /** Shown when the exhibition's own welcome cannot be loaded. */
  fallback: string;
  /** False once something was said. */
  isShown: boolean;
}

/** The exhibition's own welcome; undefined while it loads. */
export function useWelcome({ api, session, language, fallback, isShown }: WelcomeOptions): string | undefined {
  const [loaded, setLoaded] = useState<{ language: Language; text: string | undefined }>();
  useEffect(() => {
    if (!isShown) return;
    const leaving = new AbortController();
    const store = (text: string | undefined) => !leaving.signal.aborted && setLoaded({ language, text });
    const load = async () => await api.welcome({ visit: pickVisit(session) }, leaving.signal);
    // It rejects for a visit that lost its exhibition, too.
    load().then(store, () => store(undefined));
    return () => leaving.abort();
  }, [api, session, language, isShown]);
  if (loaded?.language !== language) return undefined;
  return loaded.text ?? fallback;
}
