import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useCallback, useState } from 'react';
import { recall, remember } from '../composer/tab-memory.ts';
import { pickRatings, type Rating, withRating } from './ratings.ts';

interface RatingsOptions {
  api: Pick<GuideApi, 'rate'>;
  session: Pick<VisitorSession, 'store'>;
}

const ratingsKey = 'chatRatings';

/** What the visitor thinks of answers: shown at once, taken back where it could not be sent. */
export function useRatings({ api, session }: RatingsOptions) {
  const [ratings, setRatings] = useState(() => pickRatings(recall(window, ratingsKey)));
  const [outcome, setOutcome] = useState<{ messageId: string; isSent: boolean }>();

  const put = useCallback((messageId: string, rating: Rating | undefined) => {
    setRatings((before) => {
      const next = withRating(before, messageId, rating);
      remember(window, ratingsKey, next);
      return next;
    });
  }, []);

  const rate = useCallback(
    async (messageId: string, rating: Rating | undefined) => {
      const before = pickRatings(recall(window, ratingsKey))[messageId];
      put(messageId, rating);
      setOutcome(undefined);
      try {
        await api.rate({ visit: pickVisit(session), messageId, rating: rating ?? 'none' });
        if (rating) setOutcome({ messageId, isSent: true });
      } catch {
        put(messageId, before);
        setOutcome({ messageId, isSent: false });
      }
    },
    [api, session, put],
  );

  return { ratings, outcome, rate };
}
