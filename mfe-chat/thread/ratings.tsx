import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { RatingRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { chatRatingsKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useT } from '../texts/texts.ts';
import styles from './ratings.module.css';

interface RatingsOptions {
  api: Pick<GuideApi, 'rate'>;
  session: Pick<VisitorSession, 'store'>;
}

const storage = safeStorage(() => window.sessionStorage);

interface RatingsState {
  ratings: Ratings;
  /** Undefined until the museum has received or refused the last rating. */
  outcome?: { messageId: string; isSent: boolean } | undefined;
}

export type RatingsStore = ReturnType<typeof createRatings>;

/** Shows a rating at once, and undoes the rating if sending fails. */
export function createRatings({ api, session }: RatingsOptions) {
  const stored = pickRatings(storage.readJson(chatRatingsKey));
  const { set, ...store } = createStore<RatingsState>({ ratings: stored });
  /** The ratings that the museum has received. */
  const sent = new Map<string, Rating | undefined>(Object.entries(stored));
  const show = (messageId: string, rating: Rating | undefined, outcome: RatingsState['outcome']) => {
    const ratings = withRating(store.getState().ratings, messageId, rating);
    storage.writeJson(chatRatingsKey, ratings);
    set({ ratings, outcome });
  };
  return {
    ...store,
    /** Undefined removes the rating. */
    async rate(messageId: string, rating: Rating | undefined): Promise<void> {
      show(messageId, rating, undefined);
      const isSent = await api.rate({ visit: pickVisit(session), messageId, rating: rating ?? 'none' }).then(
        () => true,
        () => false,
      );
      if (isSent) sent.set(messageId, rating);
      const { ratings, outcome } = store.getState();
      // A later press has replaced this rating.
      if (ratings[messageId] !== rating) return;
      show(messageId, isSent ? rating : sent.get(messageId), rating || !isSent ? { messageId, isSent } : outcome);
    },
  };
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
  messageId: string;
  ratings: RatingsStore;
}

const thumb = 'M4 11h3.5v8.5H4ZM7.5 11 11 4c1.6 0 2.5 1 2.5 2.5V10H19a1.5 1.5 0 0 1 1.4 1.9l-1.7 6.2a2 2 0 0 1-1.9 1.4H7.5';
const choices = [
  { choice: 'helpful', icon: { lines: thumb }, name: 'rating.helpful' },
  { choice: 'not-helpful', icon: { lines: thumb, isTurned: true }, name: 'rating.notHelpful' },
] as const;

/** Pressing the pressed button removes the rating. */
export function RatingButtons({ messageId, ratings }: RatingButtonsProps) {
  const t = useT();
  const rating = useStore(ratings, (state) => state.ratings[messageId]);
  const isSent = useStore(ratings, ({ outcome }) => (outcome?.messageId === messageId ? outcome.isSent : undefined));
  return (
    <>
      <div className={styles['thumbs']}>
        {choices.map(({ choice, icon, name }) => (
          <QuietButton
            key={choice}
            className={styles['thumb']}
            aria-label={t(name)}
            aria-pressed={rating === choice}
            onClick={() => void ratings.rate(messageId, rating === choice ? undefined : choice)}
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
