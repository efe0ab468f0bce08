import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { RatingRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { chatRatingsKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useCallback, useState } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './ratings.module.css';

interface RatingsOptions {
  api: Pick<GuideApi, 'rate'>;
  session: Pick<VisitorSession, 'store'>;
}

const storage = safeStorage(() => window.sessionStorage);
const loadRatings = () => pickRatings(storage.readJson(chatRatingsKey));

/** Shows a rating at once, and undoes the rating if sending fails. */
export function useRatings({ api, session }: RatingsOptions) {
  const [ratings, setRatings] = useState(loadRatings);
  const [outcome, setOutcome] = useState<{ messageId: string; isSent: boolean }>();

  /** The ratings that the museum has received. */
  const [sent] = useState(() => new Map<string, Rating | undefined>(Object.entries(loadRatings())));

  const store = useCallback((messageId: string, rating: Rating | undefined) => {
    setRatings((before) => {
      const next = withRating(before, messageId, rating);
      storage.writeJson(chatRatingsKey, next);
      return next;
    });
  }, []);

  const rate = useCallback(
    async (messageId: string, rating: Rating | undefined) => {
      store(messageId, rating);
      setOutcome(undefined);
      const isSent = await api.rate({ visit: pickVisit(session), messageId, rating: rating ?? 'none' }).then(
        () => true,
        () => false,
      );
      if (isSent) sent.set(messageId, rating);
      // A later press has replaced this rating.
      if (loadRatings()[messageId] !== rating) return;
      if (!isSent) store(messageId, sent.get(messageId));
      if (rating || !isSent) setOutcome({ messageId, isSent });
    },
    [api, session, store, sent],
  );

  return { ratings, outcome, rate };
}

export type Rating = Exclude<RatingRequest['rating'], 'none'>;

/** Keyed by the answers' ids. */
export type Ratings = Readonly<Record<string, Rating>>;

const isRating = (value: unknown): value is Rating => value === 'helpful' || value === 'not-helpful';

export function pickRatings(stored: unknown): Ratings {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Rating] => isRating(entry[1])));
}

export function withRating(ratings: Ratings, messageId: string, rating: Rating | undefined): Ratings {
  const { [messageId]: _, ...others } = ratings;
  return rating ? { ...others, [messageId]: rating } : others;
}

interface RatingButtonsProps {
  rating: Rating | undefined;
  /** Undefined until the museum has received or refused the rating. */
  isSent: boolean | undefined;
  /** Undefined removes the rating. */
  onRate(rating: Rating | undefined): void;
}

const thumb = 'M4 11h3.5v8.5H4ZM7.5 11 11 4c1.6 0 2.5 1 2.5 2.5V10H19a1.5 1.5 0 0 1 1.4 1.9l-1.7 6.2a2 2 0 0 1-1.9 1.4H7.5';
const choices = [
  { choice: 'helpful', icon: { lines: thumb }, name: 'rating.helpful' },
  { choice: 'not-helpful', icon: { lines: thumb, isTurned: true }, name: 'rating.notHelpful' },
] as const;

/** Pressing the pressed button removes the rating. */
export function RatingButtons({ rating, isSent, onRate }: RatingButtonsProps) {
  const t = useT();
  return (
    <>
      <div className={styles['thumbs']}>
        {choices.map(({ choice, icon, name }) => (
          <QuietButton
            key={choice}
            className={styles['thumb']}
            aria-label={t(name)}
            aria-pressed={rating === choice}
            onClick={() => onRate(rating === choice ? undefined : choice)}
          >
            <Icon name={icon} />
          </QuietButton>
        ))}
      </div>
      <p className={styles['outcome']} role="status">
        {isSent !== undefined && t(isSent ? 'rating.thanks' : 'rating.failed')}
      </p>
    </>
  );
}
