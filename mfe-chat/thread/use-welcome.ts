import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';

interface WelcomeOptions {
  api: Pick<GuideApi, 'welcome'>;
  session: Pick<VisitorSession, 'store'>;
  language: Language;
  /** Said when the exhibition's own words cannot be had. */
  fallback: string;
  /** Nobody reads it any more once something was said. */
  isWanted: boolean;
}

/** The first words of the thread: the exhibition's own. Undefined until they are known. */
export function useWelcome({ api, session, language, fallback, isWanted }: WelcomeOptions): string | undefined {
  const [found, setFound] = useState<{ language: Language; words: string | undefined }>();
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const keep = (words: string | undefined) => !leaving.signal.aborted && setFound({ language, words });
    // A visit that lacks its collection cannot be asked about; neither can one whose gateway is out of reach.
    new Promise<string>((resolve) => resolve(api.welcome({ visit: pickVisit(session) }, leaving.signal))).then(keep, () => keep(undefined));
    return () => leaving.abort();
  }, [api, session, language, isWanted]);
  if (found?.language !== language) return undefined;
  return found.words ?? fallback;
}
