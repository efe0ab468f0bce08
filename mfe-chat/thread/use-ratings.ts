import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useCallback, useState } from 'react';
import { pickRatings, type Rating, withRating } from './ratings.ts';

interface RatingsOptions {
  api: Pick<GuideApi, 'rate'>;
  session: Pick<VisitorSession, 'store'>;
}

const ratingsKey = 'chatRatings';
const storage = safeStorage(() => window.sessionStorage);
const loadRatings = () => pickRatings(storage.readJson(ratingsKey));

/** The visitor's ratings of answers: shown at once, undone when they could not be sent. */
export function useRatings({ api, session }: RatingsOptions) {
  const [ratings, setRatings] = useState(loadRatings);
  /** Of the last rating. */
  const [outcome, setOutcome] = useState<{ messageId: string; isSent: boolean }>();

  const store = useCallback((messageId: string, rating: Rating | undefined) => {
    setRatings((before) => {
      const next = withRating(before, messageId, rating);
      storage.writeJson(ratingsKey, next);
      return next;
    });
  }, []);

  const rate = useCallback(
    async (messageId: string, rating: Rating | undefined) => {
      const before = loadRatings()[messageId];
      store(messageId, rating);
      setOutcome(undefined);
      try {
        await api.rate({ visit: pickVisit(session), messageId, rating: rating ?? 'none' });
        if (rating) setOutcome({ messageId, isSent: true });
      } catch {
        store(messageId, before);
        setOutcome({ messageId, isSent: false });
      }
    },
    [api, session, store],
  );

  return { ratings, outcome, rate };
}
