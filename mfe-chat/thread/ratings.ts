import type { RatingRequest } from '@enfilade/shared-contracts/api/schemas';

/** An answer without a rating has none of these. */
export type Rating = Exclude<RatingRequest['rating'], 'none'>;

/** By the answers' ids. */
export type Ratings = Readonly<Record<string, Rating>>;

const isRating = (value: unknown): value is Rating => value === 'helpful' || value === 'not-helpful';

/** The valid ratings in a stored value. */
export function pickRatings(stored: unknown): Ratings {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Rating] => isRating(entry[1])));
}

/** With `rating` for the answer, or without any. */
export function withRating(ratings: Ratings, messageId: string, rating: Rating | undefined): Ratings {
  const { [messageId]: _, ...others } = ratings;
  return rating ? { ...others, [messageId]: rating } : others;
}
